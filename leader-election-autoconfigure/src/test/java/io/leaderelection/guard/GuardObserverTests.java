/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.leaderelection.BrokenLog;
import io.leaderelection.Sneaky;
import io.leaderelection.annotation.OnLeader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class GuardObserverTests {

	@Test
	void allObserversAreNotifiedAndNoneHarmsTheCall(CapturedOutput output) {
		List<String> received = new CopyOnWriteArrayList<>();
		Contexts.leading()
			.withBean("one", GuardObserver.class, () -> (election) -> (outcome) -> received.add("one " + outcome))
			.withBean("bad", GuardObserver.class, () -> (election) -> (outcome) -> {
				throw new IllegalStateException("from the test");
			})
			.withBean("other", GuardObserver.class, () -> (election) -> (outcome) -> received.add("other " + outcome))
			.withBean(Job.class)
			.run((context) -> {
				assertThat(context.getBean(Job.class).run()).isEqualTo("done");
				assertThat(context.getBean(Job.class).run()).isEqualTo("done");
				assertThat(received).containsExactlyInAnyOrder("one EXECUTED", "other EXECUTED", "one EXECUTED",
						"other EXECUTED");
				assertThat(output).containsOnlyOnce("Later failures are not logged");
			});
	}

	@Test
	@DisplayName("Rule 18: a checked exception of an observer and a broken log do not harm the call")
	void rule18BrokenObserverAndLogDoNotHarmTheCall() {
		List<String> received = new CopyOnWriteArrayList<>();
		try (BrokenLog broken = new BrokenLog(GuardObservers.class.getName())) {
			Contexts.leading().withBean("bad", GuardObserver.class, () -> (election) -> (outcome) -> {
				throw Sneaky.sneak(new IOException("from the test"));
			})
				.withBean("other", GuardObserver.class,
						() -> (election) -> (outcome) -> received.add("other " + outcome))
				.withBean(Job.class)
				.run((context) -> {
					assertThat(context.getBean(Job.class).run()).isEqualTo("done");
					assertThat(received).containsExactly("other EXECUTED");
				});
		}
	}

	static class Job {

		@OnLeader
		String run() {
			return "done";
		}

	}

}
