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

import io.leaderelection.OnLoss;
import org.springframework.aot.hint.annotation.Reflective;
import org.springframework.core.annotation.AliasFor;

/**
 * Runs a method of a bean on the leader only.
 * <p>
 * On a type it guards all methods that can be called from outside, except {@code equals},
 * {@code hashCode} and {@code toString}; an annotation on a method wins. May be used as a
 * meta-annotation. The guard lies around transactions, caching and validation of the
 * method, and inside {@code @Async} and {@code @Retryable}. It covers the call until it
 * returns: what a returned future or reactive pipeline does later is not guarded. Calls
 * from within the same object do not pass the guard, as with all advice by proxy.
 * <p>
 * An application does not start if a method so annotated cannot be guarded.
 */
@Target({ ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Reflective(GuardedMethodsReflectiveProcessor.class)
public @interface OnLeader {

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
	 * What happens where this instance does not lead.
	 * @return what to do instead
	 */
	Otherwise otherwise() default Otherwise.SKIP;

	/**
	 * How long a call waits for a leader while the election is undecided or vacant, as in
	 * a hand-over, before it goes on or is refused. A call is not held up while another
	 * instance leads. Such as {@code 30s} or {@code PT30S}; placeholders are resolved.
	 * @return the duration; empty not to wait
	 */
	String waitForLeader() default "";

	/**
	 * What happens to a running call when leadership is lost.
	 * @return whether it is interrupted
	 */
	OnLoss onLoss() default OnLoss.INTERRUPT;

}
