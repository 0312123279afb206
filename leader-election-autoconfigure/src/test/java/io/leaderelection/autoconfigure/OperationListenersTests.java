/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.Sneaky;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class OperationListenersTests {

	@Test
	void rule18ListenerThatThrowsKeepsNoOtherFromItsCall(CapturedOutput output) {
		List<String> heard = new ArrayList<>();
		OperationListeners listeners = new OperationListeners(List.of((operation, outcome, took) -> {
			throw Sneaky.sneak(new IOException("from the test"));
		}, (operation, outcome, took) -> heard.add(operation)));
		listeners.completed("acquire", "success", Duration.ZERO);
		listeners.completed("renew", "success", Duration.ZERO);
		assertThat(heard).containsExactly("acquire", "renew");
		assertThat(output).containsOnlyOnce("Later failures are not logged");
	}

}
