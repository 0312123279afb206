/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Method;

import io.leaderelection.annotation.OnLeader;
import io.leaderelection.scan.AnnotatedMethods;

/**
 * A method that is guarded.
 *
 * @param method the method, of the class or of an interface or superclass
 * @param type the class of the bean
 * @param annotation the effective annotation
 * @param election the name of the election that the annotation names
 */
public record OnLeaderMethod(Method method, Class<?> type, OnLeader annotation, String election) {

	/**
	 * Returns the name of the method in messages.
	 * @return the name, such as {@code com.example.Job.run()}
	 */
	public String name() {
		return AnnotatedMethods.describe(this.method, this.type);
	}

	/**
	 * Returns the annotation or property that guards the method, and the method, for
	 * messages.
	 * @return the place, such as {@code @OnLeader on com.example.Job.run()}
	 */
	public String where() {
		return GuardRules.source(this.method, this.type) + " on " + name();
	}

	/**
	 * Returns whether an annotation of the method or of its type guards it.
	 * @return {@code false} if only the property {@code leader-election.guard-scheduled}
	 * does
	 */
	public boolean isAnnotated() {
		return OnLeaderMethods.isAnnotated(this.method, this.type);
	}

}
