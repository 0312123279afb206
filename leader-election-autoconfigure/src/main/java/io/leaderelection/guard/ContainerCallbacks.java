/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Method;
import java.util.List;

import io.leaderelection.annotation.OnLeader;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.context.Lifecycle;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/**
 * Methods that the container itself calls. Either no guard sees the call, or the instance
 * cannot lead at that time.
 */
final class ContainerCallbacks {

	private static final List<String> ANNOTATIONS = List.of("jakarta.annotation.PostConstruct",
			"jakarta.annotation.PreDestroy");

	private static final List<Class<?>> ON_THE_OBJECT = List.of(InitializingBean.class, DisposableBean.class);

	private static final List<Class<?>> AT_START_AND_STOP = List.of(Lifecycle.class, SmartLifecycle.class);

	private ContainerCallbacks() {
	}

	/**
	 * Returns why a method cannot be guarded by its own annotation.
	 * @param method the method
	 * @param type the class of the bean
	 * @return the problem and its remedy, or {@code null} if the container does not call
	 * the method
	 */
	static @Nullable Refusal refusal(Method method, Class<?> type) {
		if (!AnnotatedElementUtils.hasAnnotation(method, OnLeader.class)) {
			return null;
		}
		boolean annotated = ANNOTATIONS.stream().anyMatch((name) -> AnnotatedElementUtils.isAnnotated(method, name));
		if (annotated || declares(ON_THE_OBJECT, method, type)) {
			return new Refusal(
					"is called by the container on the object itself when the bean is created or destroyed, "
							+ "which passes no guard",
					"Move the work to a method that is called when this instance leads, such as a listener of "
							+ "LeadershipGrantedEvent");
		}
		if (declares(AT_START_AND_STOP, method, type)) {
			return new Refusal(
					"is called by the container when the context starts or stops, when this instance does not lead",
					"Put @OnLeader on the methods that do the work, or have the bean started when leadership is "
							+ "granted");
		}
		return null;
	}

	private static boolean declares(List<Class<?>> contracts, Method method, Class<?> type) {
		return contracts.stream()
			.anyMatch((contract) -> contract.isAssignableFrom(type)
					&& ClassUtils.hasMethod(contract, method.getName(), method.getParameterTypes()));
	}

}
