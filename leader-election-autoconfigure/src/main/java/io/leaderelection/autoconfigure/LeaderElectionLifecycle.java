/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;

import io.leaderelection.election.ElectionEngine;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;

/**
 * Contends while the context runs and is ready. Readiness is awaited once, at the first
 * start, and only where a {@code SpringApplication} will announce it. Events of child
 * contexts, which arrive here too, are not this context's.
 */
final class LeaderElectionLifecycle implements SmartLifecycle, ApplicationListener<ApplicationEvent>, Ordered {

	/** Registered by SpringApplication in each context it starts. */
	private static final String STARTED_BY_SPRING_APPLICATION = "springApplicationArguments";

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final Logger logger = LoggerFactory.getLogger(LeaderElectionLifecycle.class);

	private final ElectionEngine engine;

	private final ApplicationContext context;

	private final TimeSystem time;

	private final Object monitor = new Object();

	private volatile boolean running;

	private boolean ready;

	private boolean closing;

	private @Nullable Scheduler waiting;

	LeaderElectionLifecycle(ElectionEngine engine, ApplicationContext context, TimeSystem time) {
		this.engine = engine;
		this.context = context;
		this.time = time;
	}

	@Override
	public void start() {
		boolean contend;
		synchronized (this.monitor) {
			this.running = true;
			contend = this.ready || !this.context.containsLocalBean(STARTED_BY_SPRING_APPLICATION);
			if (!contend) {
				waitForReady();
			}
		}
		if (contend) {
			this.engine.start();
		}
	}

	private void waitForReady() {
		Scheduler scheduler = this.time.scheduler("leader-election-ready");
		this.waiting = scheduler;
		scheduler.schedule(PATIENCE,
				() -> logger.info("Not contending yet: the application has not become ready for {} s. A runner that "
						+ "does not return keeps it so", PATIENCE.toSeconds()));
	}

	@Override
	public void onApplicationEvent(ApplicationEvent event) {
		if (event instanceof ApplicationReadyEvent readyEvent
				&& this.context.equals(readyEvent.getApplicationContext())) {
			becomeReady();
		}
		else if (event instanceof ContextClosedEvent closed && this.context.equals(closed.getApplicationContext())) {
			beginToClose();
		}
	}

	private void becomeReady() {
		boolean contend;
		synchronized (this.monitor) {
			this.ready = true;
			endWait();
			contend = this.running && !this.closing;
		}
		if (contend) {
			this.engine.start();
		}
	}

	/** Executors of the context end right after this event: no new work from here on. */
	private void beginToClose() {
		synchronized (this.monitor) {
			this.closing = true;
			endWait();
		}
		this.engine.stop();
	}

	private void endWait() {
		Scheduler scheduler = this.waiting;
		this.waiting = null;
		if (scheduler != null) {
			scheduler.close();
		}
	}

	@Override
	public void stop(Runnable callback) {
		synchronized (this.monitor) {
			this.running = false;
			this.ready = true;
			endWait();
		}
		this.engine.stop().whenComplete((done, failure) -> callback.run());
	}

	@Override
	public void stop() {
		stop(() -> {
		});
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return DEFAULT_PHASE;
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

}
