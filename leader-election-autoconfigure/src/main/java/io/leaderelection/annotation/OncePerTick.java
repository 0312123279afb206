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

import org.springframework.aot.hint.annotation.Reflective;

/**
 * Runs a scheduled method once per tick of its cron expression, across all instances and
 * handovers. Used together with {@code @Scheduled(cron = ...)} and {@link OnLeader}.
 * <p>
 * The leader records in the election's record which tick it begins and which it has
 * finished. If the clocks of two leaders both reach a tick, one of them runs it. If a
 * tick falls due while no instance leads, the next leader runs it. If a leader dies
 * during a tick, the next leader runs it again. A tick is the latest time of the method's
 * cron expressions that has been reached.
 * <p>
 * A call of the scheduler does nothing if the current tick has been run, or if the method
 * is running. A direct call, as in a test or from an administrator's button, runs the
 * method on the leader in any case: as the current tick if that is due, otherwise beside
 * the ticks. If the method is running, a direct call throws an
 * {@link IllegalStateException}. A method that throws an exception has finished its tick,
 * as with plain {@code @Scheduled}, unless it was interrupted because leadership was
 * lost.
 * <p>
 * The application fails to start if an annotated method has a fixed rate or delay, is
 * reactive or a suspend function, or is guarded with {@link OnLeader#waitForLeader()
 * waitForLeader}. May be used as a meta-annotation.
 */
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Reflective
public @interface OncePerTick {

	/**
	 * The name of the tick, unique within the election. It is stored in the record: a
	 * method whose tick has a name can be renamed. Placeholders are resolved.
	 * @return the name; empty for the class and method, such as
	 * {@code com.example.Invoices.create}
	 */
	String name() default "";

	/**
	 * The behaviour for a tick that fell due while no instance led. A tick that fell due
	 * during a longer run on the same leader is not run later, as with plain
	 * {@code @Scheduled}.
	 * @return the behaviour
	 */
	MissedTick missed() default MissedTick.RUN_ONCE;

	/**
	 * The maximum lateness with which a missed or interrupted tick may begin, by the
	 * leader's clock. A duration such as {@code 10m} or {@code PT10M}; placeholders are
	 * resolved.
	 * @return the duration; empty for any time until the next tick is due
	 */
	String maxLateness() default "";

	/**
	 * The behaviour for a tick that was begun but not finished. Use
	 * {@link InterruptedTick#SKIP} for a method that must never start twice for one tick.
	 * @return the behaviour
	 */
	InterruptedTick interrupted() default InterruptedTick.RUN_AGAIN;

	/**
	 * The maximum number of times that one tick is begun. After that the tick is given up
	 * with a warning, because a job that kills its process must not kill every instance.
	 * @return the number, at least 1
	 */
	int maxAttempts() default 3;

}
