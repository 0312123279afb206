/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderWorkOptions;
import io.leaderelection.OnLoss;
import io.leaderelection.scan.InvalidLeaderAnnotationException;

import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.Lifecycle;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextStartedEvent;

/**
 * Starts beans and listener containers when this instance leads their elections, and
 * stops them when it no longer does. Looks them up in the first phase of the context,
 * when listener containers exist and nothing has been started.
 */
final class ManagedLifecycles implements SmartLifecycle, ApplicationListener<ContextStartedEvent> {

	static final String BEAN_NAME = "leaderElectionManagedLifecycles";

	private final ApplicationContext context;

	private final LeaderElections elections;

	private final LifecycleTargets targets;

	private final List<Claim> claims;

	private final List<LifecycleWork> works = new ArrayList<>();

	private boolean begun;

	private volatile boolean running;

	ManagedLifecycles(ApplicationContext context, LeaderElections elections, LifecycleTargets targets,
			List<Claim> claims) {
		this.context = context;
		this.elections = elections;
		this.targets = targets;
		this.claims = List.copyOf(claims);
	}

	@Override
	public void start() {
		this.running = true;
		if (this.begun) {
			return;
		}
		this.begun = true;
		Map<Lifecycle, Claim> claimed = new HashMap<>();
		Map<LifecycleWork, Claim> started = new LinkedHashMap<>();
		for (Claim claim : this.claims) {
			LifecycleWork work = this.targets.find(claim);
			Claim other = claimed.putIfAbsent(work.lifecycle(), claim);
			if (other == null) {
				started.put(work, claim);
			}
			else {
				requireSameOptions(work, other, claim);
			}
		}
		started.forEach((work, claim) -> {
			this.works.add(work);
			this.elections.get(claim.election()).runWhileLeader(work, options(work, claim));
		});
	}

	private static void requireSameOptions(LifecycleWork work, Claim one, Claim other) {
		if (!one.election().equals(other.election())) {
			throw new InvalidLeaderAnnotationException(work.name() + " is started for two elections: " + one.where()
					+ " says '" + one.election() + "', " + other.where() + " says '" + other.election() + "'",
					"Name it for one election");
		}
		if (one.stepDownAfter() != other.stepDownAfter()) {
			throw new InvalidLeaderAnnotationException(
					work.name() + " is started twice for election '" + one.election() + "': " + one.where() + " and "
							+ other.where() + " differ in onFailure or after",
					"Name it once: in one annotation, or in leader-election.elections[" + one.election()
							+ "].start without onFailure");
		}
	}

	private static LeaderWorkOptions options(LifecycleWork work, Claim claim) {
		LeaderWorkOptions options = LeaderWorkOptions.named(work.name()).onLoss(OnLoss.CONTINUE);
		return (claim.stepDownAfter() > 0) ? options.stepDownAfter(claim.stepDownAfter()) : options;
	}

	boolean isEmpty() {
		return this.works.isEmpty();
	}

	@Override
	public void stop() {
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	/** The first phase, before anything is started. */
	@Override
	public int getPhase() {
		return Integer.MIN_VALUE;
	}

	/**
	 * Stops the beans again: a context that is started again starts all its Lifecycle
	 * beans.
	 */
	@Override
	public void onApplicationEvent(ContextStartedEvent event) {
		if (event.getApplicationContext().equals(this.context)) {
			this.works.forEach(LifecycleWork::stopIfNotLeading);
		}
	}

	/**
	 * @param where the annotation or property
	 * @param election the election
	 * @param name the name of a bean, or of a bean or container to look up
	 * @param bean whether it is known to be the name of a bean
	 * @param stepDownAfter the number of consecutive failures before a handover, or 0 for
	 * never
	 */
	record Claim(String where, String election, String name, boolean bean, int stepDownAfter) {
	}

}
