/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.event;

import io.leaderelection.LeaderAbsence;
import io.leaderelection.LeaderChange;
import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.Revocation;
import io.leaderelection.StuckTask;

import org.springframework.context.ApplicationEventPublisher;

/**
 * Publishes leadership as application events.
 */
public class LeadershipEventPublisher implements LeadershipListener {

	private final LeaderElections elections;

	private final ApplicationEventPublisher publisher;

	/**
	 * Creates the publisher.
	 * @param elections the source of the events
	 * @param publisher publishes the events
	 */
	public LeadershipEventPublisher(LeaderElections elections, ApplicationEventPublisher publisher) {
		this.elections = elections;
		this.publisher = publisher;
	}

	@Override
	public void granted(Leadership leadership) {
		publish(new LeadershipGrantedEvent(this.elections, leadership));
	}

	@Override
	public void revoked(Revocation revocation) {
		publish(new LeadershipRevokedEvent(this.elections, revocation));
	}

	@Override
	public void leaderAbsent(LeaderAbsence absence) {
		publish(new LeaderAbsentEvent(this.elections, absence));
	}

	@Override
	public void taskStuck(StuckTask task) {
		publish(new LeaderTaskStuckEvent(this.elections, task));
	}

	@Override
	public void leaderChanged(LeaderChange change) {
		publish(new LeaderChangedEvent(this.elections, change));
	}

	/**
	 * Takes an {@code Object} instead of an {@code ApplicationEvent}: to verify the type,
	 * the JVM would load all event classes together with this class during startup.
	 */
	private void publish(Object event) {
		this.publisher.publishEvent(event);
	}

}
