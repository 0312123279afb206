/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.scan;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;

import io.leaderelection.annotation.OnLeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.context.event.EventListener;
import org.springframework.samples.Visits;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;

class AnnotatedMethodsTests {

	@ParameterizedTest
	@ValueSource(classes = { OfInterface.class, Narrower.class, BesideOthers.class, BesideAnnotationOfSpring.class,
			Visits.class })
	void findsTheMethod(Class<?> type) {
		assertThat(electionOfRun(type)).isEqualTo("billing");
	}

	@Test
	void findsTheMethodBehindAProxyOfTheInterface() {
		Object proxy = Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { Narrower.class },
				(self, method, arguments) -> null);
		assertThat(electionOfRun(proxy.getClass())).isEqualTo("billing");
	}

	@ParameterizedTest
	@ValueSource(
			classes = { Plain.class, OtherwiseAnnotated.class, AnnotatedBySpring.class, Thread.class, Runnable.class })
	void findsNothingElse(Class<?> type) {
		assertThat(AnnotatedMethods.of(type, OnLeader.class)).isEmpty();
	}

	private static String electionOfRun(Class<?> type) {
		Map<Method, OnLeader> methods = AnnotatedMethods.of(type, OnLeader.class);
		assertThat(methods.keySet()).extracting(Method::getName).containsOnly("run");
		return methods.values().iterator().next().election();
	}

	interface Guarded {

		@OnLeader("billing")
		default void run() {
		}

	}

	/** Annotated only through its superinterface. */
	interface Narrower extends Guarded {

	}

	static class OfInterface implements Narrower {

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@OnLeader("billing")
	@interface OfBilling {

	}

	static class BesideOthers extends Thread implements Guarded {

		@Override
		public void run() {
		}

	}

	static class Plain {

		void run() {
		}

	}

	static class OtherwiseAnnotated {

		@Deprecated
		void run() {
		}

	}

	static class AnnotatedBySpring {

		@Scheduled(fixedRate = 1000)
		@EventListener
		void run() {
		}

	}

	static class BesideAnnotationOfSpring {

		@Scheduled(fixedRate = 1000)
		@OfBilling
		void run() {
		}

	}

}
