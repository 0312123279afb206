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
 * On a type, it guards all methods that can be called from outside, except
 * {@code equals}, {@code hashCode} and {@code toString}; an annotation on a method takes
 * precedence. May be used as a meta-annotation. The guard lies around transactions,
 * caching and validation of the method, and inside {@code @Async} and {@code @Retryable}.
 * As with all advice by proxy, calls from within the same object are not guarded.
 * <p>
 * The guard covers the call until it returns. If the method returns a
 * {@link java.util.concurrent.CompletableFuture} or another
 * {@link java.util.concurrent.CompletionStage}, the guard continues until that is
 * complete; any other {@link java.util.concurrent.Future} is refused. If it returns a
 * {@code Mono}, a {@code Flux} or another reactive type, the method is called on
 * subscription, once for each subscriber, and guarded until the subscription ends. A
 * voluntary handover waits for all of these. Threads that the method starts are not
 * guarded.
 * <p>
 * The application fails to start if an annotated method cannot be guarded.
 */
@Target({ ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Reflective(GuardedMethodsReflectiveProcessor.class)
public @interface OnLeader {

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
	 * The key that selects the partition, if the election is divided into partitions. An
	 * expression in the Spring Expression Language over the parameters, such as
	 * {@code #order.customerId} or {@code #p0}, with the bean as its root object. Its
	 * value is text, an integral number, a {@link java.util.UUID} or an enum constant; a
	 * call with any other value, or {@code null}, fails with an
	 * {@link IllegalArgumentException}. The expression is evaluated when the method is
	 * called, even if the method returns a reactive type. On a type, it applies to all
	 * methods, which then need the parameters. Placeholders are resolved.
	 * @return the expression; empty for an election without partitions
	 */
	String partitionKey() default "";

	/**
	 * The behaviour when this instance does not lead.
	 * @return the behaviour
	 */
	Otherwise otherwise() default Otherwise.SKIP;

	/**
	 * The maximum time that a call waits for a leader while the election is undecided or
	 * vacant, as during a handover, before it proceeds or is refused. A call does not
	 * wait while another instance leads, or if it is made by guarded work that the
	 * handover waits for. Blocks the calling thread unless the method returns a reactive
	 * type. A duration such as {@code 30s} or {@code PT30S}; placeholders are resolved.
	 * @return the duration; empty for no wait
	 */
	String waitForLeader() default "";

	/**
	 * The behaviour for running work when leadership is lost. By default a thread is
	 * interrupted, a future or a reactive pipeline is cancelled, and the caller receives
	 * a {@link io.leaderelection.LeadershipLostException}.
	 * @return the behaviour
	 */
	OnLoss onLoss() default OnLoss.INTERRUPT;

	/**
	 * The maximum duration of a call, including the work of a returned future or
	 * pipeline. A call that takes longer is interrupted, unless {@link #onLoss()} is
	 * {@link OnLoss#CONTINUE}, and this instance steps down with cause
	 * {@link io.leaderelection.TransitionCause#STALLED}, because a stuck leader would
	 * keep its lease otherwise. The minimum is the operation timeout of the election. A
	 * duration such as {@code 30s} or {@code PT30S}; placeholders are resolved.
	 * @return the duration; empty for no limit
	 */
	String maxDuration() default "";

}
