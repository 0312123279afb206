/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.scan.AnnotatedMethods;
import io.leaderelection.scan.AnnotationText;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.work.GuardedElection;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Creates the guards of methods, and checks their annotations. Created when the first
 * method is to be guarded, because many applications that elect a leader guard none.
 * Looks up the elections only when the first guard is needed, because the advice is
 * prepared before any other bean.
 */
final class GuardFactory implements AutoCloseable {

	private final OnLeaderMethods methods;

	private final GuardContext context;

	private final ReturnedWork work;

	private final ConfigurableListableBeanFactory beanFactory;

	private final AnnotationText text;

	private final Advisor advisor;

	/** Ends calls that take too long; {@code null} until one is watched. */
	private @Nullable Scheduler stalls;

	private boolean closed;

	GuardFactory(OnLeaderMethods methods, GuardContext context, ReturnedWork work,
			ConfigurableListableBeanFactory beanFactory) {
		this.methods = methods;
		this.context = context;
		this.work = work;
		this.beanFactory = beanFactory;
		this.text = new AnnotationText(beanFactory, context::defaultElection);
		this.advisor = new DefaultPointcutAdvisor(new StaticMethodMatcherPointcut() {

			@Override
			public boolean matches(Method method, Class<?> targetClass) {
				return methods.of(method, targetClass) != null;
			}

		}, new OnLeaderInterceptor(this));
	}

	Advisor advisor() {
		return this.advisor;
	}

	GuardedMethod create(Method method, Class<?> type) {
		Class<?> returned = ReturnedWork.type(method, type);
		OnLeader annotation = this.methods.of(method, type);
		String where = AnnotatedMethods.describe(method, type);
		if (annotation == null) {
			throw new IllegalStateException(where + " is advised but has no @OnLeader");
		}
		String name = election(annotation, where);
		// Only look up what is needed: a reactive method may be called before the
		// elections exist
		PartitionKey key = annotation.partitionKey().isEmpty() ? null : partitionKey(annotation, method, type);
		if (key == null) {
			return this.work.method(() -> guard(annotation, method, type, join(name), vacancyLog()), returned);
		}
		VacancyLog vacancyLog = vacancyLog();
		Map<String, GuardedMethod> partitions = new ConcurrentHashMap<>();
		return (invocation) -> {
			LeaderElection partition = this.context.elections()
				.getObject()
				.partition(name, key.of(invocation.getThis(), invocation.getArguments()));
			return partitions
				.computeIfAbsent(partition.name(),
						(absent) -> this.work.method(() -> guard(annotation, method, type, partition, vacancyLog),
								returned))
				.call(invocation);
		};
	}

	private VacancyLog vacancyLog() {
		return new VacancyLog(Ticker.system(), this.context.settings().getObject().contends());
	}

	private Guard guard(OnLeader annotation, Method method, Class<?> type, LeaderElection led, VacancyLog vacancyLog) {
		String where = AnnotatedMethods.describe(method, type);
		GuardedElection election = GuardedElection.of(led);
		GuardObserver observer = this.context.observer();
		return new Guard(where, election, annotation.otherwise(), waitForLeader(annotation, where), annotation.onLoss(),
				SkipValue.of(ReturnedWork.type(method, type)), observer.forElection(election.name()), vacancyLog,
				stallGuard(annotation, election, where), this.context.filter(method, type),
				observer.forMethod(method, type, election.name()));
	}

	private @Nullable StallGuard stallGuard(OnLeader annotation, GuardedElection election, String where) {
		Duration maxDuration = maxDuration(annotation, election.name(), where);
		return (maxDuration != null) ? new StallGuard(where, election, annotation.onLoss(), maxDuration,
				this.context.settings().getObject().coolDown(election.name()), stalls()) : null;
	}

	private synchronized Scheduler stalls() {
		Scheduler stalls = this.stalls;
		if (stalls == null) {
			stalls = this.context.time().scheduler("leader-election-stalls");
			this.stalls = stalls;
			if (this.closed) {
				stalls.close();
			}
		}
		return stalls;
	}

	/** Stops watching calls. */
	@Override
	public synchronized void close() {
		this.closed = true;
		if (this.stalls != null) {
			this.stalls.close();
		}
	}

	/**
	 * Returns the election that an annotation names.
	 * @param annotation the annotation
	 * @param where the name of the method in messages
	 * @return the name, or the default election's
	 * @throws InvalidLeaderAnnotationException if a placeholder cannot be resolved
	 */
	String election(OnLeader annotation, String where) {
		return this.text.election(annotation.election(), source(where));
	}

	private static String source(String where) {
		return "@OnLeader on " + where;
	}

	private Duration waitForLeader(OnLeader annotation, String where) {
		Duration duration = this.text.duration("waitForLeader", annotation.waitForLeader(), source(where));
		return (duration != null) ? duration : Duration.ZERO;
	}

	/** Returns how long a call may take, or {@code null} if there is no limit. */
	private @Nullable Duration maxDuration(OnLeader annotation, String election, String where) {
		Duration maxDuration = this.text.positiveDuration("maxDuration", annotation.maxDuration(), source(where));
		if (maxDuration == null) {
			return null;
		}
		Duration operationTimeout = this.context.settings().getObject().operationTimeout(election);
		if (maxDuration.compareTo(operationTimeout) < 0) {
			throw new InvalidLeaderAnnotationException(source(where) + " has maxDuration " + maxDuration.toMillis()
					+ "ms, which is less than the operation-timeout of election '" + election + "', "
					+ operationTimeout.toMillis() + "ms: a slow answer of a store would look like a stalled call",
					"Raise maxDuration to " + operationTimeout.toMillis() + "ms or more, or lower operation-timeout");
		}
		return maxDuration;
	}

	/**
	 * Checks the durations of an annotation.
	 * @param annotation the annotation
	 * @param election the election that it names
	 * @param where the name of the method in messages
	 * @throws InvalidLeaderAnnotationException if a duration is not valid
	 */
	void checkDurations(OnLeader annotation, String election, String where) {
		waitForLeader(annotation, where);
		maxDuration(annotation, election, where);
	}

	/**
	 * Returns the partition key of a method's calls.
	 * @param annotation its annotation
	 * @param method the method
	 * @param type the class of the bean
	 * @return the key, or {@code null} if its election is not divided into partitions
	 * @throws InvalidLeaderAnnotationException if only one of the election and the
	 * annotation is set up for partitions, or the expression is not valid
	 */
	@Nullable PartitionKey partitionKey(OnLeader annotation, Method method, Class<?> type) {
		String where = AnnotatedMethods.describe(method, type);
		String name = election(annotation, where);
		String text = this.text.resolve("partitionKey", annotation.partitionKey(), source(where));
		boolean annotated = OnLeaderMethods.isAnnotated(method, type);
		where = GuardRules.source(method, type) + " on " + where;
		int partitions = this.context.elections()
			.getObject()
			.findPartitioned(name)
			.map((partitioned) -> partitioned.partitions().size())
			.orElse(0);
		if (partitions > 0 && !annotated) {
			throw new InvalidLeaderAnnotationException(
					where + " needs the default election, and '" + name + "' is divided into " + partitions
							+ " partitions, so no instance leads it as a whole",
					"Set leader-election.default-election to another election, or annotate the method with @OnLeader "
							+ "or @OnEveryInstance");
		}
		if (partitions > 0 && text.isEmpty()) {
			throw new InvalidLeaderAnnotationException(
					where + " names election '" + name + "', which is divided into " + partitions
							+ " partitions, but has no partitionKey",
					"Add one, such as partitionKey = \"#order.customerId\", or name another election");
		}
		if (partitions == 0 && !text.isEmpty()) {
			throw new InvalidLeaderAnnotationException(
					where + " has partitionKey \"" + text + "\", but election '" + name
							+ "' is not divided into partitions",
					"Set leader-election.elections[" + name + "].partitions, or remove partitionKey");
		}
		return text.isEmpty() ? null : PartitionKey.of(text, this.beanFactory, method, type, where);
	}

	/**
	 * Joins even if this instance already contends, so that it stays in the election when
	 * another part of the application leaves.
	 */
	private LeaderElection join(String name) {
		LeaderElections elections = this.context.elections().getObject();
		try {
			return elections.join(name).election();
		}
		catch (IllegalStateException ex) {
			// The elections are closed: this instance leads none
			return elections.find(name).orElseThrow(() -> ex);
		}
	}

}
