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
 * a delay that grows with each failure; {@link #onFailure()} makes this instance hand
 * over instead when it keeps failing. It never runs twice at the same time.
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
	 * The behaviour when the method returns while the term lasts.
	 * @return what happens
	 */
	WhenDone whenDone() default WhenDone.KEEP_LEADING;

	/**
	 * How long the method may go on without reporting progress by
	 * {@link io.leaderelection.Leadership#progress()}, or by writing a checkpoint. After
	 * a longer silence the thread is interrupted, and this instance steps down with cause
	 * {@link io.leaderelection.TransitionCause#STALLED}, so that another one tries. It
	 * stays away as after {@link OnFailure#STEP_DOWN}. At least two operation timeouts of
	 * the election and a second: so long a checkpoint may take to be written. Such as
	 * {@code 1m} or {@code PT1M}; placeholders are resolved.
	 * @return the duration; empty for any time
	 */
	String maxSilence() default "";

	/**
	 * The behaviour when the method throws while the term lasts.
	 * @return what happens
	 */
	OnFailure onFailure() default OnFailure.RETRY;

	/**
	 * After how many failures in a row this instance hands over. To be given with
	 * {@link OnFailure#STEP_DOWN}, and only then.
	 * @return how many, 1 or more
	 */
	int after() default 0;

}
