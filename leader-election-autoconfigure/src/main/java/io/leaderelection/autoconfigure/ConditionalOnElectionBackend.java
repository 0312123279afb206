/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.context.annotation.Conditional;

/**
 * Matches unless {@code leader-election.backend} names another store: the beans of a
 * store that is not the one to use would cost each start-up some time. Ahead of time it
 * always matches, so that the store can be chosen when the application runs.
 */
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Conditional(OnElectionBackendCondition.class)
public @interface ConditionalOnElectionBackend {

	/**
	 * The names of the stores.
	 * @return values of {@code leader-election.backend}
	 */
	String[] value();

	/**
	 * A property for which to match as well, whichever store is named.
	 * @return the name of the property, which matches if it is set to anything; empty for
	 * none
	 */
	String orIfSet() default "";

}
