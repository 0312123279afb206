/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.scan.AnnotatedMethods;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import io.leaderelection.time.Ticker;
import io.leaderelection.work.GuardedElection;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;

/**
 * Creates the guards of methods. Looks up the elections only when the first guard is
 * needed, because the advice is prepared before any other bean.
 */
final class GuardFactory {

	private final OnLeaderMethods methods;

	private final OnLeaderAttributes attributes;

	private final GuardContext context;

	private final ReturnedWork work;

	private final StallGuards stalls;

	private final BeanFactory beanFactory;

	GuardFactory(OnLeaderMethods methods, OnLeaderAttributes attributes, GuardContext context, ReturnedWork work,
			StallGuards stalls, BeanFactory beanFactory) {
		this.methods = methods;
		this.attributes = attributes;
		this.context = context;
		this.work = work;
		this.stalls = stalls;
		this.beanFactory = beanFactory;
	}

	GuardedMethod create(Method method, Class<?> type) {
		Class<?> returned = ReturnedWork.type(method, type);
		OnLeader annotation = this.methods.of(method, type);
		String where = AnnotatedMethods.describe(method, type);
		if (annotation == null) {
			throw new IllegalStateException(where + " is advised but has no @OnLeader");
		}
		String name = this.attributes.election(annotation, where);
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
		return new Guard(where, election, annotation.otherwise(), this.attributes.waitForLeader(annotation, where),
				annotation.onLoss(), SkipValue.of(ReturnedWork.type(method, type)),
				observer.forElection(election.name()), vacancyLog,
				this.stalls.create(where, election, annotation, this.attributes.maxDuration(annotation, where)),
				this.context.filter(method, type), observer.forMethod(method, type, election.name()));
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
		String name = this.attributes.election(annotation, where);
		String text = this.attributes.partitionKey(annotation, where);
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
