/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.function.BiConsumer;

import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.guard.ScheduledMethods;
import io.leaderelection.scan.AnnotatedMethods;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import org.jspecify.annotations.Nullable;

import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/**
 * Finds the effective {@link OncePerTick @OncePerTick} of a method: its own, or one with
 * default values if {@code leader-election.guard-scheduled} requires it.
 */
final class OncePerTickAnnotations {

	private final ScheduledMethods scheduled;

	OncePerTickAnnotations(ScheduledMethods scheduled) {
		this.scheduled = scheduled;
	}

	@Nullable OncePerTick of(Method method, Class<?> type) {
		OncePerTick own = AnnotatedElementUtils.findMergedAnnotation(method, OncePerTick.class);
		if (own != null) {
			return own;
		}
		return this.scheduled.runsOncePerTick(method, type) ? AnnotationUtils.synthesizeAnnotation(OncePerTick.class)
				: null;
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
		return this.scheduled.isOn(type) ? AnnotatedMethods.<OncePerTick>select(type, (method) -> of(method, type))
				: AnnotatedMethods.of(type, OncePerTick.class);
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

}
