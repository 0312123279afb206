/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.scan.AnnotatedMethods;
import io.leaderelection.scan.AnnotationText;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import io.leaderelection.time.Ticker;
import io.leaderelection.work.GuardedElection;

import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.util.function.SingletonSupplier;

/**
 * Creates the guards of methods, and checks their annotations. Created when the first
 * method is to be guarded, because many applications that elect a leader guard none.
 * Looks up the elections only when the first guard is needed, because the advice is
 * prepared before any other bean.
 */
final class GuardFactory {

	private final OnLeaderMethods methods;

	private final GuardContext context;

	private final ReturnedWork work;

	private final AnnotationText text;

	private final Supplier<List<GuardContributor>> contributors;

	private final Advisor advisor;

	GuardFactory(OnLeaderMethods methods, GuardContext context, ReturnedWork work,
			ConfigurableBeanFactory beanFactory) {
		this.methods = methods;
		this.context = context;
		this.work = work;
		this.text = new AnnotationText(beanFactory, context::defaultElection);
		this.contributors = SingletonSupplier.of(() -> context.contributors().orderedStream().toList());
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
		OnLeader annotation = this.methods.of(method, type);
		if (annotation == null) {
			throw new IllegalStateException(
					AnnotatedMethods.describe(method, type) + " is advised but has no @OnLeader");
		}
		OnLeaderMethod guarded = describe(method, type, annotation);
		Class<?> returned = ReturnedWork.type(method, type);
		// Looks up no election yet: a reactive method may be called before they exist
		CallRoute route = features(guarded).map((feature) -> feature.route(guarded))
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
		if (route == null) {
			return this.work.method(() -> guard(guarded, join(guarded.election()), vacancyLog()), returned);
		}
		VacancyLog vacancyLog = vacancyLog();
		return new RoutedMethod(route,
				(election) -> this.work.method(() -> guard(guarded, election, vacancyLog), returned));
	}

	private Stream<GuardFeature> features(OnLeaderMethod guarded) {
		return this.contributors.get().stream().map((contributor) -> contributor.of(guarded)).filter(Objects::nonNull);
	}

	private VacancyLog vacancyLog() {
		return new VacancyLog(Ticker.system(), this.context.settings().getObject().contends());
	}

	private Guard guard(OnLeaderMethod guarded, LeaderElection led, VacancyLog vacancyLog) {
		OnLeader annotation = guarded.annotation();
		GuardedElection election = GuardedElection.of(led);
		GuardObserver observer = this.context.observer();
		return new Guard(guarded.name(), election, annotation.otherwise(), waitForLeader(guarded), annotation.onLoss(),
				SkipValue.of(ReturnedWork.type(guarded.method(), guarded.type())),
				observer.forElection(election.name()), vacancyLog,
				features(guarded).map((feature) -> feature.companion(guarded, election))
					.filter(Objects::nonNull)
					.toList(),
				observer.forMethod(guarded.method(), guarded.type(), election.name()));
	}

	/**
	 * Describes a method and resolves the election that its annotation names.
	 * @param method the method
	 * @param type the class of the bean
	 * @param annotation its annotation
	 * @return the description
	 * @throws InvalidLeaderAnnotationException if a placeholder cannot be resolved
	 */
	OnLeaderMethod describe(Method method, Class<?> type, OnLeader annotation) {
		String election = this.text.election(annotation.election(), source(AnnotatedMethods.describe(method, type)));
		return new OnLeaderMethod(method, type, annotation, election);
	}

	private static String source(String where) {
		return "@OnLeader on " + where;
	}

	private Duration waitForLeader(OnLeaderMethod guarded) {
		Duration duration = this.text.duration("waitForLeader", guarded.annotation().waitForLeader(),
				source(guarded.name()));
		return (duration != null) ? duration : Duration.ZERO;
	}

	/**
	 * Checks the annotation of a method.
	 * @param guarded the method
	 * @throws InvalidLeaderAnnotationException if it is not valid
	 */
	void check(OnLeaderMethod guarded) {
		waitForLeader(guarded);
		List<GuardFeature> features = features(guarded).toList();
		features.forEach((feature) -> feature.check(guarded));
		boolean routed = features.stream().anyMatch((feature) -> feature.route(guarded) != null);
		if (!routed) {
			this.context.elections()
				.getObject()
				.findPartitioned(guarded.election())
				.ifPresent((divided) -> refuseDivided(guarded, divided.partitions().size()));
		}
	}

	private static void refuseDivided(OnLeaderMethod guarded, int partitions) {
		if (guarded.isAnnotated()) {
			throw new InvalidLeaderAnnotationException(
					guarded.where() + " names election '" + guarded.election() + "', which is divided into "
							+ partitions + " partitions, but has no partitionKey",
					"Add one, such as partitionKey = \"#order.customerId\", or name another election");
		}
		throw new InvalidLeaderAnnotationException(
				guarded.where() + " needs the default election, and '" + guarded.election() + "' is divided into "
						+ partitions + " partitions, so no instance leads it as a whole",
				"Set leader-election.default-election to another election, or annotate the method with @OnLeader "
						+ "or @OnEveryInstance");
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
