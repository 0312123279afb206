/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;

/**
 * Starts a {@link org.springframework.context.Lifecycle Lifecycle} bean when this
 * instance leads, and stops it when it no longer does. Used on the type of the bean or on
 * its {@code @Bean} method. With {@link #containers()}, it is used on any bean, such as a
 * configuration class, and applies to listener containers that are not beans.
 * <p>
 * A handover waits for the stop, within the drain timeout, before the lease is released.
 * The bean must not start automatically: a {@code SmartLifecycle} returns {@code false}
 * from {@code isAutoStartup()}. The application fails to start otherwise. May be used as
 * a meta-annotation.
 */
@Target({ ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface StartOnLeader {

	/**
	 * Alias for {@link #election()}.
	 * @return the name of the election
	 */
	@AliasFor("election")
	String value() default "";

	/**
	 * The election that this instance must lead. Placeholders such as
	 * <code>${jobs.election}</code> are resolved.
	 * @return the name of the election; empty for the default election
	 */
	@AliasFor("value")
	String election() default "";

	/**
	 * Ids of listener containers, as in {@code @KafkaListener}, {@code @RabbitListener}
	 * and {@code @JmsListener}, or names of beans, to start and stop instead of the
	 * annotated bean. Placeholders are resolved.
	 * @return the ids; empty for the annotated bean itself
	 */
	String[] containers() default {};

	/**
	 * The behaviour when the start fails during the term.
	 * @return the behaviour
	 */
	OnFailure onFailure() default OnFailure.RETRY;

	/**
	 * The number of consecutive failed starts after which this instance hands over.
	 * Required with {@link OnFailure#STEP_DOWN}, not allowed otherwise.
	 * @return the number, 1 or more
	 */
	int after() default 0;

}
