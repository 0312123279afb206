/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.leaderelection.annotation.OnLeader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/**
 * Warns about guarded listeners that are called only during startup, before any instance
 * leads.
 */
final class StartupListeners {

	private static final Logger logger = LoggerFactory.getLogger(GuardCheck.class);

	private static final Set<Class<?>> STARTUP_EVENTS = Set.of(ApplicationReadyEvent.class,
			ApplicationStartedEvent.class, ContextRefreshedEvent.class);

	private static final List<Class<?>> RUNNERS = List.of(ApplicationRunner.class, CommandLineRunner.class);

	private StartupListeners() {
	}

	static void warnIfMissed(Method method, OnLeader annotation, String where) {
		if (isRunner(method)) {
			logger.warn("{} runs before the application is ready, when no instance contends yet, so @OnLeader will "
					+ "skip it on every instance, and waitForLeader would wait in vain. Start such work from a listener "
					+ "of LeadershipGrantedEvent, which is published on the leader when its term begins", where);
			return;
		}
		if (annotation.waitForLeader().isEmpty() && listensToStartup(method)) {
			logger.warn("{} listens to a startup event, which is published when no leader is known yet, so @OnLeader "
					+ "will skip it on every instance. Make such work a @LeaderTask, which is run on the leader when "
					+ "its term begins, or set waitForLeader", where);
		}
	}

	private static boolean isRunner(Method method) {
		return RUNNERS.stream()
			.anyMatch((runner) -> runner.isAssignableFrom(method.getDeclaringClass())
					&& ClassUtils.hasMethod(runner, method.getName(), method.getParameterTypes()));
	}

	private static boolean listensToStartup(Method method) {
		EventListener listener = AnnotatedElementUtils.findMergedAnnotation(method, EventListener.class);
		boolean called = listener != null || (ApplicationListener.class.isAssignableFrom(method.getDeclaringClass())
				&& method.getName().equals("onApplicationEvent"));
		Stream<Class<?>> declared = (listener != null) ? Stream.of(listener.classes()) : Stream.empty();
		return called
				&& Stream.concat(declared, Stream.of(method.getParameterTypes())).anyMatch(STARTUP_EVENTS::contains);
	}

}
