/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;
import io.leaderelection.NotLeaderException;
import io.leaderelection.guard.ScheduledMethods;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.work.tick.TickOutcome;
import io.leaderelection.work.tick.TickPolicy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * The jobs of the application behind {@link Ticks}. Thread-safe.
 */
final class TickJobs {

	private static final Logger logger = LoggerFactory.getLogger(TickJobs.class);

	private final ConfigurableListableBeanFactory beanFactory;

	private final ObjectProvider<TimeSystem> clocks;

	private final ObjectProvider<TickListener> listeners;

	private final Function<String, Duration> operationTimeout;

	private final ScheduledMethods scheduled;

	private volatile List<TickListener> resolved = List.of();

	private final List<TickJob> jobs = new CopyOnWriteArrayList<>();

	private final Map<MethodKey, TickJob> methods = new ConcurrentHashMap<>();

	private @Nullable TickContext context;

	private volatile @Nullable ScheduledRunnables runnables;

	private volatile @Nullable LeaderElections elections;

	private record MethodKey(Method method, Class<?> type) {
	}

	/**
	 * Creates the ticks of a context. Looks up no bean before there is a job.
	 * @param beanFactory the beans, including the schedulers
	 * @param clocks the time system, if the application defines one
	 * @param listeners the listeners of outcomes
	 * @param operationTimeout how long a command to the store may take, by election
	 * @param scheduled the methods that are guarded without an annotation
	 */
	TickJobs(ConfigurableListableBeanFactory beanFactory, ObjectProvider<TimeSystem> clocks,
			ObjectProvider<TickListener> listeners, Function<String, Duration> operationTimeout,
			ScheduledMethods scheduled) {
		this.beanFactory = beanFactory;
		this.clocks = clocks;
		this.listeners = listeners;
		this.operationTimeout = operationTimeout;
		this.scheduled = scheduled;
	}

	/**
	 * Adds a job.
	 * @return {@code false} if the election already has a job with that name
	 */
	synchronized boolean add(TickJob.Description description, Class<?> type, CronMoments moments, TickPolicy policy) {
		if (jobs(description.election()).stream().anyMatch((job) -> job.isNamed(description.tick()))) {
			return false;
		}
		TickJob job = new TickJob(description, moments, policy, context());
		this.jobs.add(job);
		this.methods.put(new MethodKey(AopUtils.getMostSpecificMethod(description.method(), type), type), job);
		return true;
	}

	private TickContext context() {
		TickContext context = this.context;
		if (context == null) {
			TimeSystem time = this.clocks.getIfUnique(TimeSystem::system);
			context = new TickContext(time.wallClock(), time.scheduler("leader-election-ticks"), this.operationTimeout,
					this::counted);
			this.context = context;
		}
		return context;
	}

	private void counted(String election, String tick, TickOutcome outcome, int number) {
		for (TickListener listener : this.resolved) {
			try {
				listener.counted(election, tick, outcome, number);
			}
			catch (Exception ex) {
				logger.debug("A listener of ticks failed", ex);
			}
		}
	}

	synchronized void begin(LeaderElections elections) {
		ScheduledRunnables runnables = new ScheduledRunnables(this.beanFactory);
		this.runnables = runnables;
		this.elections = elections;
		this.resolved = this.listeners.orderedStream().toList();
		TickContext context = context();
		for (TickJob job : this.jobs) {
			this.resolved
				.forEach((listener) -> listener.announced(job.description().election(), job.description().tick()));
		}
		TickWatch watch = new TickWatch(elections, this.jobs, runnables);
		context.scheduler().repeat(TickWatch.PATIENCE, watch::check);
	}

	/**
	 * Returns the job of a method.
	 * @param method the method, of the class or of an interface or superclass
	 * @param type the class of the target
	 * @return the job, or {@code null} if the method does not run once per tick
	 * @throws IllegalStateException if its job is not known yet
	 */
	@Nullable TickJob job(Method method, Class<?> type) {
		Class<?> userType = ClassUtils.getUserClass(type);
		Method specific = AopUtils.getMostSpecificMethod(method, userType);
		TickJob job = this.methods.get(new MethodKey(specific, userType));
		if (job == null && OncePerTickRules.of(specific, userType, this.scheduled) != null) {
			throw new IllegalStateException(OncePerTickRules.where(specific, userType)
					+ " is called before the application has started, or the application context did not know the "
					+ "class of its bean then. Declare the class where the bean is defined, as the return type of its "
					+ "@Bean method or of getObjectType() of its FactoryBean");
		}
		return job;
	}

	List<TickStatus> all() {
		return status(this.jobs);
	}

	List<TickStatus> of(String election) {
		return status(jobs(election));
	}

	private List<TickStatus> status(List<TickJob> jobs) {
		return jobs.stream().map((job) -> job.status(term(job))).toList();
	}

	private List<TickJob> jobs(String election) {
		return this.jobs.stream().filter((job) -> job.description().election().equals(election)).toList();
	}

	private @Nullable Leadership term(TickJob job) {
		LeaderElections elections = this.elections;
		return (elections != null)
				? elections.find(job.description().election()).flatMap(LeaderElection::leadership).orElse(null) : null;
	}

	void runNow(String election, String tick) {
		List<TickJob> known = jobs(election);
		run(known.stream()
			.filter((job) -> job.isNamed(tick))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("Election '" + election + "' has no tick \"" + tick
					+ "\". It has " + known.stream().map((job) -> job.description().tick()).toList())));
	}

	void runNow(String tick) {
		run(job(tick));
	}

	private TickJob job(String tick) {
		List<TickJob> found = this.jobs.stream().filter((job) -> job.isNamed(tick)).toList();
		if (found.size() != 1) {
			throw new IllegalArgumentException(found.isEmpty()
					? "There is no tick \"" + tick + "\". There are "
							+ new TreeSet<>(this.jobs.stream().map((job) -> job.description().tick()).toList())
					: "More than one election has a tick \"" + tick + "\". Name the election, too");
		}
		return found.get(0);
	}

	@Nullable Object call(String tick) {
		TickJob job = job(tick);
		return begun(this.runnables).call(job);
	}

	@Nullable Instant next(String tick, Instant after) {
		return job(tick).moments().next(after);
	}

	private void run(TickJob job) {
		ScheduledRunnables runnables = begun(this.runnables);
		LeaderElection election = begun(this.elections).get(job.description().election());
		Leadership term = election.leadership()
			.filter((current) -> election.isLeader())
			.orElseThrow(() -> new NotLeaderException(election.name(), election.leader().orElse(null)));
		Runnable withdrawal = job.lane().request(term.fencingToken());
		if (withdrawal == null) {
			throw new IllegalStateException("Tick \"" + job.description().tick() + "\" is running. Try again later");
		}
		boolean scheduled = false;
		try {
			scheduled = runnables.runByHand(job, () -> returned(job, withdrawal));
		}
		finally {
			if (!scheduled) {
				withdrawal.run();
			}
		}
		if (!scheduled) {
			throw new IllegalStateException(
					"Tick \"" + job.description().tick() + "\" is not run: the scheduler is shutting down");
		}
	}

	private static <T> T begun(@Nullable T since) {
		if (since == null) {
			throw new IllegalStateException("The application has not started yet");
		}
		return since;
	}

	/** Withdraws the request, which is still open if a guard refused the call. */
	private void returned(TickJob job, Runnable withdrawal) {
		if (job.description().isAsync()) {
			// An asynchronous call follows later, on another thread
			job.context().scheduler().schedule(TickWatch.PATIENCE, withdrawal);
		}
		else {
			withdrawal.run();
		}
	}

	synchronized void destroy() {
		TickContext context = this.context;
		if (context != null) {
			context.scheduler().close();
		}
		ScheduledRunnables runnables = this.runnables;
		if (runnables != null) {
			runnables.destroy();
		}
	}

}
