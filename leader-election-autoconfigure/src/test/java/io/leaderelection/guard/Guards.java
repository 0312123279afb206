/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.function.UnaryOperator;

import io.leaderelection.OnLoss;
import io.leaderelection.annotation.Otherwise;
import io.leaderelection.work.DetachableCall;
import io.leaderelection.work.GuardedElection;

/**
 * Guards that skip calls if this instance does not lead.
 */
public final class Guards {

	private Guards() {
	}

	public static Guard of(GuardedElection election, Duration waitForLeader, GuardObserver.Recorder recorder) {
		return new Guard("job", election, Otherwise.SKIP, waitForLeader, OnLoss.INTERRUPT, () -> null, recorder,
				new VacancyLog(() -> 0, true), null, null, null);
	}

	/**
	 * Returns an election whose calls a test watches.
	 * @param calls returns what to use instead of a call that has entered
	 */
	public static GuardedElection watched(GuardedElection election, UnaryOperator<DetachableCall> calls) {
		return (GuardedElection) Proxy.newProxyInstance(Guards.class.getClassLoader(),
				new Class<?>[] { GuardedElection.class }, (proxy, method, arguments) -> {
					Object result = method.invoke(election, arguments);
					return (result instanceof DetachableCall call) ? calls.apply(call) : result;
				});
	}

}
