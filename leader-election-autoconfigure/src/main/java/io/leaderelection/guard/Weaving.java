/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Method;

import io.leaderelection.annotation.OnLeader;
import io.leaderelection.scan.AnnotationText;
import io.leaderelection.scan.InvalidLeaderAnnotationException;

import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Weaves guards and observers into methods. Created when the first method is to be
 * guarded, because many applications that elect a leader guard none.
 */
final class Weaving {

	private final OnLeaderAttributes attributes;

	private final StallGuards stalls;

	private final GuardFactory factory;

	private final Advisor advisor;

	Weaving(OnLeaderMethods methods, GuardContext context, ReturnedWork work,
			ConfigurableListableBeanFactory beanFactory) {
		this.attributes = new OnLeaderAttributes(new AnnotationText(beanFactory, context::defaultElection));
		this.stalls = new StallGuards(context);
		this.factory = new GuardFactory(methods, this.attributes, context, work, this.stalls, beanFactory);
		this.advisor = new DefaultPointcutAdvisor(new StaticMethodMatcherPointcut() {

			@Override
			public boolean matches(Method method, Class<?> targetClass) {
				return methods.of(method, targetClass) != null;
			}

		}, new OnLeaderInterceptor(this.factory));
	}

	Advisor advisor() {
		return this.advisor;
	}

	OnLeaderAttributes attributes() {
		return this.attributes;
	}

	/**
	 * Checks that an annotation has a partition key if, and only if, its election is
	 * divided into partitions.
	 * @param annotation the annotation
	 * @param method the method
	 * @param type the class of the bean
	 * @throws InvalidLeaderAnnotationException if only one of them is so, or the
	 * expression is not valid
	 */
	void checkPartitionKey(OnLeader annotation, Method method, Class<?> type) {
		this.factory.partitionKey(annotation, method, type);
	}

	/**
	 * Checks the durations of an annotation.
	 * @param annotation the annotation
	 * @param election the election that it names
	 * @param where the name of the method in messages
	 * @throws InvalidLeaderAnnotationException if a duration is not valid
	 */
	void checkDurations(OnLeader annotation, String election, String where) {
		this.attributes.waitForLeader(annotation, where);
		this.stalls.check(where, election, this.attributes.maxDuration(annotation, where));
	}

	void close() {
		this.stalls.close();
	}

}
