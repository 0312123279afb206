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

import io.leaderelection.WhenDone;

import org.springframework.aot.hint.annotation.Reflective;
import org.springframework.core.annotation.AliasFor;

/**
 * Runs a method of a bean whenever this instance leads: once in each term, on a thread of
 * its own, from the moment leadership is granted. The thread is interrupted as soon as
 * the term ends or a handover begins; a handover waits for the method to return, within
 * the drain timeout. If the method throws while the term lasts it is called again, after
 * a delay that grows with each failure. It never runs twice at the same time.
 * <p>
 * Of an election that is divided into partitions it runs once for each partition led
 * here, each on a thread of its own: {@link io.leaderelection.Leadership#partition()}
 * says for which.
 * <p>
 * The method returns nothing and takes no parameter, or the
 * {@link io.leaderelection.Leadership} of the term. It belongs to a singleton; it may be
 * proxied and is called through the proxy. An application does not start if that cannot
 * be. May be used as a meta-annotation.
 *
 * @see io.leaderelection.LeaderElection#runWhileLeader
 */
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Reflective
public @interface LeaderTask {

	/**
	 * Alias of {@link #election()}.
	 * @return the name of the election
	 */
	@AliasFor("election")
	String value() default "";

	/**
	 * The election that must be led. Placeholders such as <code>${jobs.election}</code>
	 * are resolved.
	 * @return the name of the election; empty for the default election
	 */
	@AliasFor("value")
	String election() default "";

	/**
	 * What happens when the method returns while the term lasts.
	 * @return what happens
	 */
	WhenDone whenDone() default WhenDone.KEEP_LEADING;

}
