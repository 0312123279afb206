/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.lang.reflect.Method;

import org.aopalliance.aop.Advice;

import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/**
 * Applies the guard to the methods that ask for it.
 */
@SuppressWarnings("serial")
final class OnLeaderAdvisor extends AbstractPointcutAdvisor {

	private final transient Pointcut pointcut;

	private final transient Advice advice;

	OnLeaderAdvisor(OnLeaderMethods methods, Advice advice) {
		this.pointcut = new StaticMethodMatcherPointcut() {

			@Override
			public boolean matches(Method method, Class<?> targetClass) {
				return methods.of(method, targetClass) != null;
			}

		};
		this.advice = advice;
	}

	@Override
	public Pointcut getPointcut() {
		return this.pointcut;
	}

	@Override
	public Advice getAdvice() {
		return this.advice;
	}

}
