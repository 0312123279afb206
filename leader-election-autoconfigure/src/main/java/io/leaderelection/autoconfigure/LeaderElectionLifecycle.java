/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.leaderelection.Partition;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;

/**
 * Contends while the context is running and ready. Waits for readiness once, at the first
 * start, and only if a {@code SpringApplication} will publish it. Ignores events of child
 * contexts, which arrive here too.
 */
final class LeaderElectionLifecycle
		implements SmartLifecycle, ApplicationListener<ApplicationEvent>, Ordered, AopInfrastructureBean {

	/** The bean that SpringApplication registers in each context it starts. */
	private static final String STARTED_BY_SPRING_APPLICATION = "springApplicationArguments";

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final Logger logger = LoggerFactory.getLogger(LeaderElectionLifecycle.class);

	/** {@code null} if the application defines and starts its own elections. */
	private final @Nullable ElectionEngine engine;

	/** {@code null} unless the context uses the elections of a parent context. */
	private final @Nullable ElectionEnrollment child;

	private final LeaderElectionSettings settings;

	private final ApplicationContext context;

	private final TimeSystem time;

	private final Object monitor = new Object();

	private volatile boolean running;

	private boolean ready;

	private boolean closing;

	private @Nullable Scheduler waiting;

	LeaderElectionLifecycle(@Nullable ElectionEngine engine, @Nullable ElectionEnrollment child,
			LeaderElectionSettings settings, ApplicationContext context, TimeSystem time) {
		this.engine = engine;
		this.child = child;
		this.settings = settings;
		this.context = context;
		this.time = time;
	}

	@Override
	public void start() {
		if (this.child != null) {
			this.child.begin();
			this.running = true;
			return;
		}
		synchronized (this.monitor) {
			if (!this.ready && this.engine != null) {
				logPaused(this.engine);
			}
			this.running = true;
			this.ready = this.ready || !this.context.containsLocalBean(STARTED_BY_SPRING_APPLICATION);
			if (!this.ready && this.engine != null) {
				waitForReady();
			}
		}
		contendIfReady();
	}

	private void logPaused(ElectionEngine engine) {
		Set<String> paused = new TreeSet<>();
		engine.all().forEach((election) -> paused.add(Partition.electionOf(election.name())));
		paused.removeIf((election) -> this.settings.of(election).settings().autoStartup());
		if (!paused.isEmpty()) {
			logger.info(
					"leader-election.auto-startup is false for elections {}: this instance observes them until RESUME "
							+ "at the endpoint 'leader', or LeaderElection.resume()",
					paused);
		}
	}

	private void contendIfReady() {
		boolean contend;
		synchronized (this.monitor) {
			contend = this.ready && this.running && !this.closing;
		}
		if (contend && this.engine != null) {
			this.engine.start();
		}
	}

	/** Hands over. The calling thread closes or stops the context, and waits for that. */
	private CompletionStage<?> handover() {
		if (this.child != null) {
			return this.child.end();
		}
		return (this.engine != null) ? this.engine.stop(Thread.currentThread())
				: CompletableFuture.completedFuture(null);
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
		synchronized (this.monitor) {
			this.ready = true;
			endWait();
		}
		contendIfReady();
	}

	/**
	 * Begins the handover on close, so that no new work starts: the executors of the
	 * context end right after this event.
	 */
	private void beginToClose() {
		synchronized (this.monitor) {
			this.closing = true;
			endWait();
		}
		handover();
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
		boolean awaited = false;
		try {
			synchronized (this.monitor) {
				this.running = false;
				this.ready = true;
				endWait();
			}
			handover().whenComplete((done, failure) -> callback.run());
			awaited = true;
		}
		finally {
			if (!awaited) {
				// Otherwise the context would wait for the whole timeout of the phase
				callback.run();
			}
		}
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
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

}
