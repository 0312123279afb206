/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.delivery;

import io.leaderelection.work.ModelCheck;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs step-downs and a close at the same time in Lincheck's model checker.
 */
@Tag("model-checking")
class StagesModelTests {

	@Test
	void noStageStaysOpen() {
		ModelCheck.explore(() -> {
			Stages stages = new Stages();
			ModelCheck.Task closing = ModelCheck.start(stages::close);
			Stages.Stage stage = stages.open();
			ModelCheck.joinAll(closing);
			ModelCheck.check(stage.isDone(), "waits forever");
		});
	}

}
