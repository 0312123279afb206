/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.GuardedCall;
import io.leaderelection.Leader;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.NotLeaderException;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.support.AopUtils;

/**
 * Runs a method if this instance leads. Once a method is known, a call costs two look-ups
 * and what the election's own entry costs.
 */
final class OnLeaderInterceptor implements MethodInterceptor {

	private static final Logger logger = LoggerFactory.getLogger(OnLeaderInterceptor.class);

	private final GuardFactory factory;

	private final Map<Class<?>, Map<Method, Guard>> guards = new ConcurrentHashMap<>();

	OnLeaderInterceptor(GuardFactory factory) {
		this.factory = factory;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Guard guard = guard(invocation);
		GuardedCall call = guard.election().tryEnter(guard.onLoss());
		if (call == null) {
			call = enterLater(guard);
		}
		return (call != null) ? run(invocation, guard, call) : refuse(guard);
	}

	private Guard guard(MethodInvocation invocation) {
		Object target = invocation.getThis();
		Method method = invocation.getMethod();
		Class<?> type = (target != null) ? target.getClass() : method.getDeclaringClass();
		Map<Method, Guard> ofType = this.guards.get(type);
		Guard guard = (ofType != null) ? ofType.get(method) : null;
		if (guard == null) {
			Class<?> targetType = (target != null) ? AopUtils.getTargetClass(target) : type;
			guard = this.factory.create(method, targetType);
			this.guards.computeIfAbsent(type, (absent) -> new ConcurrentHashMap<>()).put(method, guard);
		}
		return guard;
	}

	private static @Nullable GuardedCall enterLater(Guard guard) {
		if (guard.waitForLeader().isZero() || guard.election().leader().isPresent()) {
			return null;
		}
		try {
			guard.election().awaitLeader(guard.waitForLeader());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return null;
		}
		return guard.election().tryEnter(guard.onLoss());
	}

	private static @Nullable Object run(MethodInvocation invocation, Guard guard, GuardedCall call) throws Throwable {
		Object result;
		try {
			result = invocation.proceed();
		}
		catch (Throwable ex) {
			throw failed(ex, guard, call);
		}
		call.close();
		guard.recorder().record(call.interrupted() ? GuardOutcome.INTERRUPTED : GuardOutcome.EXECUTED);
		return result;
	}

	private static Throwable failed(Throwable ex, Guard guard, GuardedCall call) {
		call.close();
		if (!call.interrupted()) {
			guard.recorder().record(GuardOutcome.EXECUTED);
			return ex;
		}
		guard.recorder().record(GuardOutcome.INTERRUPTED);
		if (ex instanceof LeadershipLostException || ex instanceof Error) {
			return ex;
		}
		return new LeadershipLostException(guard.election().name(), call.leadership().fencingToken(), ex);
	}

	private static @Nullable Object refuse(Guard guard) {
		Leader leader = guard.election().leader().orElse(null);
		if (guard.otherwise() == Otherwise.THROW) {
			guard.recorder().record(GuardOutcome.REJECTED);
			throw new NotLeaderException(guard.election().name(), leader);
		}
		if (leader == null) {
			guard.recorder().record(GuardOutcome.VACANT);
			guard.vacancyLog().skipped(guard.method(), guard.election().name());
		}
		else {
			guard.recorder().record(GuardOutcome.SKIPPED);
			logger.debug("{} is skipped: this instance does not lead election '{}'", guard.method(),
					guard.election().name());
		}
		return guard.skipValue().get();
	}

}
