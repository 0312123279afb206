/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.stream.Stream;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * Warns of guarded listeners that are called once, at start-up, before anybody leads.
 */
final class StartupListeners {

	private static final Logger logger = LoggerFactory.getLogger(GuardCheck.class);

	private static final Set<Class<?>> STARTUP_EVENTS = Set.of(ApplicationReadyEvent.class,
			ApplicationStartedEvent.class, ContextRefreshedEvent.class);

	private StartupListeners() {
	}

	static void warnIfMissed(Method method, OnLeader annotation, String where) {
		if (annotation.waitForLeader().isEmpty() && listensToStartup(method)) {
			logger.warn("{} listens to an event of start-up, when no leader is known yet, so @OnLeader will skip it "
					+ "on every instance. Make such work a @LeaderTask, which is run "
					+ "on the leader when its term begins, or set waitForLeader", where);
		}
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
