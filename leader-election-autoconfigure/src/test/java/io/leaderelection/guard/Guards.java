/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;

import io.leaderelection.OnLoss;
import io.leaderelection.annotation.Otherwise;
import io.leaderelection.work.GuardedElection;
import org.jspecify.annotations.Nullable;

/**
 * Guards that skip calls if this instance does not lead.
 */
public final class Guards {

	private Guards() {
	}

	public static Guard of(GuardedElection election, Duration waitForLeader, GuardObserver.Recorder recorder) {
		return new Guard("job", election, Otherwise.SKIP, waitForLeader, OnLoss.INTERRUPT, () -> null, recorder,
				new VacancyLog(() -> 0, true), List.of(), null);
	}

	/** Returns a guard whose calls are accompanied. */
	public static Guard of(GuardedElection election, OnLoss onLoss, CallCompanion.OfMethod... companions) {
		return new Guard("Job.run()", election, Otherwise.SKIP, Duration.ZERO, onLoss, () -> null, (outcome) -> {
		}, new VacancyLog(() -> 0, true), List.of(companions), null);
	}

	public static boolean isInterrupted(GuardCall call) {
		return call.interrupted();
	}

	/**
	 * Returns an object whose calls a test watches.
	 * @param watch returns what to use instead of a result
	 */
	public static <T> T watched(Class<T> type, T object, Watch watch) {
		return type.cast(Proxy.newProxyInstance(Guards.class.getClassLoader(), new Class<?>[] { type }, (proxy, method,
				arguments) -> watch.called(method.getName(), arguments, method.invoke(object, arguments))));
	}

	/** Watches calls. */
	@FunctionalInterface
	public interface Watch {

		@Nullable Object called(String method, Object[] arguments, @Nullable Object result);

	}

}
