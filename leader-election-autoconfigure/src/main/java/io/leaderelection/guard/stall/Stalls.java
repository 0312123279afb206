/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.stall;

import java.time.Duration;
import java.util.function.Supplier;

import io.leaderelection.guard.CallCompanion;
import io.leaderelection.guard.GuardFeature;
import io.leaderelection.guard.GuardSettings;
import io.leaderelection.guard.OnLeaderMethod;
import io.leaderelection.scan.AnnotationText;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.work.GuardedElection;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/**
 * Watches the calls of methods with a {@code maxDuration}.
 */
final class Stalls implements GuardFeature, DisposableBean {

	private final AnnotationText text;

	private final GuardSettings settings;

	private final Supplier<TimeSystem> time;

	/** Ends calls that take too long; {@code null} until one is watched. */
	private @Nullable Scheduler scheduler;

	private boolean closed;

	Stalls(ConfigurableBeanFactory beanFactory, GuardSettings settings, Supplier<TimeSystem> time) {
		this.text = new AnnotationText(beanFactory, settings::defaultElection);
		this.settings = settings;
		this.time = time;
	}

	@Override
	public void check(OnLeaderMethod method) {
		maxDuration(method, method.election());
	}

	@Override
	public CallCompanion.@Nullable OfMethod companion(OnLeaderMethod method, GuardedElection election) {
		Duration maxDuration = maxDuration(method, election.name());
		return (maxDuration != null) ? new StallGuard(method.name(), election, method.annotation().onLoss(),
				maxDuration, this.settings.coolDown(election.name()), scheduler()) : null;
	}

	/** Returns how long a call may take, or {@code null} if there is no limit. */
	private @Nullable Duration maxDuration(OnLeaderMethod method, String election) {
		String where = "@OnLeader on " + method.name();
		Duration maxDuration = this.text.positiveDuration("maxDuration", method.annotation().maxDuration(), where);
		if (maxDuration == null) {
			return null;
		}
		Duration operationTimeout = this.settings.operationTimeout(election);
		if (maxDuration.compareTo(operationTimeout) < 0) {
			throw new InvalidLeaderAnnotationException(where + " has maxDuration " + maxDuration.toMillis()
					+ "ms, which is less than the operation-timeout of election '" + election + "', "
					+ operationTimeout.toMillis() + "ms: a slow answer of a store would look like a stalled call",
					"Raise maxDuration to " + operationTimeout.toMillis() + "ms or more, or lower operation-timeout");
		}
		return maxDuration;
	}

	private synchronized Scheduler scheduler() {
		Scheduler scheduler = this.scheduler;
		if (scheduler == null) {
			scheduler = this.time.get().scheduler("leader-election-stalls");
			this.scheduler = scheduler;
			closeIfOver();
		}
		return scheduler;
	}

	/** Stops watching calls. */
	@Override
	public synchronized void destroy() {
		this.closed = true;
		closeIfOver();
	}

	private void closeIfOver() {
		if (this.closed && this.scheduler != null) {
			this.scheduler.close();
		}
	}

}
