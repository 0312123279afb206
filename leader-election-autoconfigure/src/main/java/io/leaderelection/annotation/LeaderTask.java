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
 * Runs a method of a bean whenever this instance leads: once in each term, on a separate
 * thread, from the moment leadership is granted. The thread is interrupted as soon as the
 * term ends or a handover begins; a handover waits for the method to return, within the
 * drain timeout. If the method throws an exception during the term, it is called again
 * after a delay that grows with each failure; with {@link #onFailure()}, this instance
 * hands over instead if the failures continue. The method never runs twice at the same
 * time.
 * <p>
 * If the election is divided into partitions, the method runs once for each partition
 * that this instance leads, each on a separate thread.
 * {@link io.leaderelection.Leadership#partition()} returns the partition.
 * <p>
 * The method returns nothing. It takes no parameter, or the
 * {@link io.leaderelection.Leadership} of the term. The bean is a singleton; if it is
 * proxied, the method is called through the proxy. The application fails to start if the
 * method cannot be run this way. May be used as a meta-annotation.
 *
 * @see io.leaderelection.LeaderElection#runWhileLeader
 */
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Reflective
public @interface LeaderTask {

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
	 * The behaviour when the method returns during the term.
	 * @return the behaviour
	 */
	WhenDone whenDone() default WhenDone.KEEP_LEADING;

	/**
	 * The maximum time that the method may run without reporting progress through
	 * {@link io.leaderelection.Leadership#progress()} or a written checkpoint. After a
	 * longer silence the thread is interrupted, and this instance steps down with cause
	 * {@link io.leaderelection.TransitionCause#STALLED}, so that another instance can
	 * take over. The cool-down is the same as for {@link OnFailure#STEP_DOWN}. The
	 * minimum is two operation timeouts of the election plus a second, because a
	 * checkpoint may take that long to be written. A duration such as {@code 1m} or
	 * {@code PT1M}; placeholders are resolved.
	 * @return the duration; empty for no limit
	 */
	String maxSilence() default "";

	/**
	 * The behaviour when the method throws an exception during the term.
	 * @return the behaviour
	 */
	OnFailure onFailure() default OnFailure.RETRY;

	/**
	 * The number of consecutive failures after which this instance hands over. Required
	 * with {@link OnFailure#STEP_DOWN}, not allowed otherwise.
	 * @return the number, 1 or more
	 */
	int after() default 0;

}
