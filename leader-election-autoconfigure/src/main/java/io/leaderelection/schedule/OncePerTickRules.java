/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.lang.reflect.Method;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

import io.leaderelection.OnLoss;
import io.leaderelection.annotation.InterruptedTick;
import io.leaderelection.annotation.MissedTick;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.guard.ScheduledMethods;
import io.leaderelection.scan.AnnotatedMethods;
import io.leaderelection.scan.AnnotationText;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import io.leaderelection.work.tick.TickPolicy;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.EmbeddedValueResolver;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.annotation.Schedules;
import org.springframework.scheduling.support.CronExpression;
import org.springframework.util.StringUtils;

/**
 * Finds the effective {@link OncePerTick @OncePerTick} of a method: its own, or one with
 * default values if {@code leader-election.guard-scheduled} requires it. Checks whether
 * the method can run once per tick, and reads its schedule.
 */
final class OncePerTickRules {

	private final EmbeddedValueResolver values;

	private final AnnotationText text;

	private final ScheduledMethods scheduled;

	OncePerTickRules(ConfigurableBeanFactory beanFactory, AnnotationText text, ScheduledMethods scheduled) {
		this.values = new EmbeddedValueResolver(beanFactory);
		this.text = text;
		this.scheduled = scheduled;
	}

	/**
	 * Checks the cron expressions of a class before Spring schedules its methods, because
	 * Spring's message names no remedy.
	 * @param type the class of a bean
	 */
	void checkSchedules(Class<?> type) {
		forEach(type, (method, annotation) -> moments(where(method, type), method));
	}

	/**
	 * Calls an action for all methods of a class that run once per tick.
	 * @param type the class of a bean
	 * @param action called for each method
	 * @throws InvalidLeaderAnnotationException if the action throws one; with further
	 * remedies if the property applies
	 */
	void forEach(Class<?> type, BiConsumer<Method, OncePerTick> action) {
		of(type).forEach((method, annotation) -> {
			try {
				action.accept(method, annotation);
			}
			catch (InvalidLeaderAnnotationException ex) {
				if (isAnnotated(method)) {
					throw ex;
				}
				throw new InvalidLeaderAnnotationException(ex.getDescription(),
						ex.getAction() + ". If it is enough that the leader runs it, annotate the method with "
								+ "@OnLeader; if every instance is to run it, with @OnEveryInstance");
			}
		});
	}

	private Map<Method, OncePerTick> of(Class<?> type) {
		if (AnnotatedMethods.isContainerClass(type) || !AnnotationUtils.isCandidateClass(type, OncePerTick.class)) {
			return Map.of();
		}
		return this.scheduled.isOn(type)
				? AnnotatedMethods.<OncePerTick>select(type, (method) -> of(method, type, this.scheduled))
				: AnnotatedMethods.of(type, OncePerTick.class);
	}

	static @Nullable OncePerTick of(Method method, Class<?> type, ScheduledMethods scheduled) {
		OncePerTick own = AnnotatedElementUtils.findMergedAnnotation(method, OncePerTick.class);
		return (own == null && scheduled.runsOncePerTick(method, type))
				? AnnotationUtils.synthesizeAnnotation(OncePerTick.class) : own;
	}

	/**
	 * Returns the annotation or property that makes a method run once per tick, and the
	 * method, for messages.
	 */
	static String where(Method method, Class<?> type) {
		return (isAnnotated(method) ? "@OncePerTick" : ScheduledMethods.PROPERTY + "=once-per-tick") + " on "
				+ AnnotatedMethods.describe(method, type);
	}

	private static boolean isAnnotated(Method method) {
		return AnnotatedElementUtils.hasAnnotation(method, OncePerTick.class);
	}

	/**
	 * Checks a method and its annotations as far as possible without the schedule.
	 * Suspend functions are refused by the guard.
	 * @param where the annotation and the method in messages
	 * @throws InvalidLeaderAnnotationException if it cannot run once per tick
	 */
	static void check(String where, Method method, OnLeader guard, OncePerTick annotation) {
		Class<?> returned = method.getReturnType();
		if (!CompletionStage.class.isAssignableFrom(returned) && returned != void.class
				&& ReactiveAdapterRegistry.getSharedInstance().getAdapter(returned) != null) {
			throw refused(where,
					"is on a method that returns " + returned.getName()
							+ ": Spring calls it once and subscribes at each tick, without waiting for the end",
					"Return void, or a CompletionStage");
		}
		if (StringUtils.hasText(guard.waitForLeader())) {
			throw refused(where,
					"is beside waitForLeader = \"" + guard.waitForLeader()
							+ "\": a call that has waited would count for a later tick",
					"Leave waitForLeader out: a tick that falls while nobody leads is run by the next leader");
		}
		if (guard.onLoss() == OnLoss.CONTINUE && annotation.interrupted() == InterruptedTick.RUN_AGAIN) {
			throw refused(where,
					"has interrupted = RUN_AGAIN and onLoss = CONTINUE: the next leader would run the tick again while "
							+ "the first run continues",
					"Use interrupted = SKIP, or leave onLoss out");
		}
	}

	/** Returns the name of the tick. */
	String name(String where, Method method, Class<?> type, OncePerTick annotation) {
		String name = this.text.resolve("name", annotation.name(), where).trim();
		return name.isEmpty() ? type.getName() + "." + method.getName() : name;
	}

	TickPolicy policy(String where, OncePerTick annotation) {
		if (annotation.maxAttempts() < 1) {
			throw refused(where, "has maxAttempts = " + annotation.maxAttempts(), "Use 1 or more, or leave it out");
		}
		return new TickPolicy(annotation.missed() == MissedTick.RUN_ONCE,
				this.text.positiveDuration("maxLateness", annotation.maxLateness(), where),
				annotation.interrupted() == InterruptedTick.RUN_AGAIN, annotation.maxAttempts());
	}

	/** Returns all cron expressions of the method. */
	CronMoments moments(String where, Method method) {
		Set<Scheduled> annotations = AnnotatedElementUtils.getMergedRepeatableAnnotations(method, Scheduled.class,
				Schedules.class);
		if (annotations.isEmpty()) {
			throw refused(where, "is on a method without @Scheduled", "Add @Scheduled(cron = \"...\") beside it");
		}
		List<CronMoments.Cron> crons = new ArrayList<>();
		for (Scheduled annotation : annotations) {
			String cron = value(annotation.cron()).trim();
			if (cron.isEmpty() && !hasInterval(annotation)) {
				throw refused(where, "has an empty cron expression",
						"Give cron a value, or \"" + Scheduled.CRON_DISABLED + "\" to switch the job off");
			}
			if (cron.isEmpty()) {
				throw refused(where,
						"is on a method with a fixed rate or delay, whose missed ticks nobody can determine",
						"Use @Scheduled(cron = \"...\"), or leave @OncePerTick out");
			}
			if (!cron.equals(Scheduled.CRON_DISABLED)) {
				crons.add(cron(where, cron, value(annotation.zone())));
			}
		}
		return new CronMoments(List.copyOf(crons));
	}

	private static boolean hasInterval(Scheduled annotation) {
		return annotation.fixedDelay() >= 0 || annotation.fixedRate() >= 0 || annotation.initialDelay() >= 0
				|| StringUtils.hasText(
						annotation.fixedDelayString() + annotation.fixedRateString() + annotation.initialDelayString());
	}

	private String value(String text) {
		String value = this.values.resolveStringValue(text);
		return (value != null) ? value : "";
	}

	private static CronMoments.Cron cron(String where, String text, String zone) {
		CronExpression expression;
		try {
			expression = CronExpression.parse(text);
		}
		catch (IllegalArgumentException ex) {
			throw refused(where, "has cron \"" + text + "\", which is not a cron expression: " + ex.getMessage(),
					"Use six fields, such as \"0 0 2 * * *\"");
		}
		try {
			CronMoments.Cron cron = StringUtils.hasText(zone)
					? new CronMoments.Cron(expression, StringUtils.parseTimeZoneString(zone).toZoneId(), false)
					: new CronMoments.Cron(expression, ZoneId.systemDefault(), true);
			if (new CronMoments(List.of(cron)).next(Instant.EPOCH) == null) {
				throw refused(where, "has cron \"" + text + "\", which never matches", "Correct the expression");
			}
			return cron;
		}
		catch (IllegalArgumentException | DateTimeException ex) {
			throw refused(where, "has zone \"" + zone + "\", which is not a time zone", "Use one such as Europe/Paris");
		}
	}

	static InvalidLeaderAnnotationException refused(String where, String why, String action) {
		return new InvalidLeaderAnnotationException(where + " " + why, action);
	}

}
