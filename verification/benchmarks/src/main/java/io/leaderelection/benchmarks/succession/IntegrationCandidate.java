/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.GenericApplicationListener;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.leader.event.OnRevokedEvent;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.integration.support.locks.LockRegistry;

/**
 * A candidate that uses Spring Integration: an initiator for each election over a common
 * lock registry, with its default heart beat.
 */
abstract class IntegrationCandidate implements Candidate {

	private final ConfigurableApplicationContext context;

	private final List<LockRegistryLeaderInitiator> initiators = new ArrayList<>();

	/** Has one permit for each leadership that has ended and whose lock is released. */
	private final Semaphore revoked = new Semaphore(0);

	IntegrationCandidate(CandidateSettings settings, Class<?> configuration, String... properties) {
		this.context = new SpringApplicationBuilder(configuration).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.run(settings.springArguments(properties));
		this.context.addApplicationListener(
				GenericApplicationListener.forEventType(OnRevokedEvent.class, (event) -> this.revoked.release()));
		LockRegistry<?> registry = registry(this.context, settings);
		for (int i = 0; i < settings.elections(); i++) {
			LockRegistryLeaderInitiator initiator = new LockRegistryLeaderInitiator(registry,
					new DefaultCandidate(UUID.randomUUID().toString(), "billing-" + i));
			initiator.setApplicationEventPublisher(this.context);
			// Stopped like other beans when the application is closed
			this.context.getBeanFactory().registerSingleton("initiator-" + i, initiator);
			this.initiators.add(initiator);
		}
		this.initiators.forEach(LockRegistryLeaderInitiator::start);
	}

	/**
	 * Creates the lock registry.
	 * @param context the context of the application
	 * @param settings the settings of the candidate
	 * @return the registry
	 */
	abstract LockRegistry<?> registry(ConfigurableApplicationContext context, CandidateSettings settings);

	@Override
	public final boolean isLeader() {
		return this.initiators.get(0).getContext().isLeader();
	}

	@Override
	public final int led() {
		return (int) this.initiators.stream().filter((initiator) -> initiator.getContext().isLeader()).count();
	}

	@Override
	public final void stepDown() {
		this.initiators.get(0).getContext().yield();
	}

	/**
	 * Stops the initiators first and waits until they have unlocked. If only the context
	 * were closed, the unlock would lose its connection and the lock would have to
	 * expire.
	 */
	@Override
	public final void close() {
		this.revoked.drainPermits();
		int leading = led();
		this.initiators.forEach(LockRegistryLeaderInitiator::stop);
		try {
			if (!this.revoked.tryAcquire(leading, 1, TimeUnit.SECONDS)) {
				throw new IllegalStateException("An initiator has not unlocked within a second");
			}
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
		finally {
			this.context.close();
		}
	}

}
