/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;

/**
 * Runs a method if this instance leads. After the first call of a method, a call costs
 * two map look-ups and the entry into the election.
 */
final class OnLeaderInterceptor implements MethodInterceptor {

	private final GuardFactory factory;

	private final Map<Class<?>, Map<Method, GuardedMethod>> methods = new ConcurrentHashMap<>();

	OnLeaderInterceptor(GuardFactory factory) {
		this.factory = factory;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		return guarded(invocation).call(invocation);
	}

	private GuardedMethod guarded(MethodInvocation invocation) {
		Object target = invocation.getThis();
		Method method = invocation.getMethod();
		Class<?> type = (target != null) ? target.getClass() : method.getDeclaringClass();
		Map<Method, GuardedMethod> ofType = this.methods.get(type);
		GuardedMethod guarded = (ofType != null) ? ofType.get(method) : null;
		if (guarded == null) {
			Class<?> targetType = (target != null) ? AopUtils.getTargetClass(target) : type;
			guarded = this.factory.create(method, targetType);
			this.methods.computeIfAbsent(type, (absent) -> new ConcurrentHashMap<>()).put(method, guarded);
		}
		return guarded;
	}

}
