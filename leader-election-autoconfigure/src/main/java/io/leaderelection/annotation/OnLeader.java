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
 * method, and inside {@code @Async} and {@code @Retryable}. Calls from within the same
 * object do not pass the guard, as with all advice by proxy.
 * <p>
 * The guard covers the call until it returns. If the method returns a
 * {@link java.util.concurrent.CompletableFuture} or another
 * {@link java.util.concurrent.CompletionStage} the guard goes on until that is complete;
 * any other {@link java.util.concurrent.Future} is refused. If it returns a {@code Mono},
 * a {@code Flux} or another reactive type, the method is called when somebody subscribes,
 * once for each subscriber, and guarded from there to the end of the subscription. A
 * voluntary handover waits for all of these. Threads that the method starts are not
 * guarded.
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
	 * The key that says which partition must be led, where the election is divided into
	 * partitions: an expression in Spring's expression language over the parameters, such
	 * as {@code #order.customerId} or {@code #p0}, with the bean as its root object. Its
	 * value is text, an integral number, a {@link java.util.UUID} or an enum constant; a
	 * call with any other is refused with an {@link IllegalArgumentException}, and so is
	 * {@code null}. It is evaluated when the method is called, also if that returns a
	 * reactive type. On a type it is that of all its methods, which then need the
	 * parameters. Placeholders are resolved.
	 * @return the expression; empty for an election without partitions
	 */
	String partitionKey() default "";

	/**
	 * The behaviour where this instance does not lead.
	 * @return what to do instead
	 */
	Otherwise otherwise() default Otherwise.SKIP;

	/**
	 * How long a call waits for a leader while the election is undecided or vacant, as in
	 * a handover, before it goes on or is refused. A call is not delayed while another
	 * instance leads, nor if it comes out of guarded work that the handover waits for.
	 * Blocks the calling thread, unless the method returns a reactive type. Such as
	 * {@code 30s} or {@code PT30S}; placeholders are resolved.
	 * @return the duration; empty not to wait
	 */
	String waitForLeader() default "";

	/**
	 * The treatment of running work when leadership is lost. By default a thread is
	 * interrupted, a future is cancelled, and a reactive pipeline is cancelled, too; the
	 * caller gets a {@link io.leaderelection.LeadershipLostException}.
	 * @return whether it is stopped
	 */
	OnLoss onLoss() default OnLoss.INTERRUPT;

	/**
	 * How long a call may take, including what a returned future or pipeline stands for.
	 * A call that takes longer is interrupted, unless {@link #onLoss()} is
	 * {@link OnLoss#CONTINUE}, and this instance steps down with cause
	 * {@link io.leaderelection.TransitionCause#STALLED}: a leader that is stuck keeps its
	 * lease otherwise. At least the operation timeout of the election. Such as
	 * {@code 30s} or {@code PT30S}; placeholders are resolved.
	 * @return the duration; empty for any time
	 */
	String maxDuration() default "";

}
