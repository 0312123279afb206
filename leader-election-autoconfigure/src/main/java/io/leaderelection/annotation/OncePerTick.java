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
 * Runs a scheduled method once per tick of its cron expression, over all instances and
 * over handovers. Goes beside {@code @Scheduled(cron = ...)} and {@link OnLeader}.
 * <p>
 * The leader notes in the election's record which tick it begins and which it has
 * finished. So a tick that two leaders' clocks both reach is run by one of them; a tick
 * that falls while nobody leads is run by the next leader; and a tick whose leader dies
 * in the middle is begun again. A tick is the latest moment of the method's cron
 * expressions that is not after now.
 * <p>
 * Each call from outside counts as a call for the tick, and runs nothing if the tick was
 * run, or the method is running. A method that throws has finished its tick, as with
 * plain {@code @Scheduled}, unless it was interrupted because leadership was lost.
 * <p>
 * An application does not start if a method so annotated has a fixed rate or delay, is
 * reactive or a suspend function, or is guarded with {@link OnLeader#waitForLeader()
 * waitForLeader}. May be used as a meta-annotation.
 */
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Reflective
public @interface OncePerTick {

	/**
	 * The name of the tick, unlike all others of the election. It stays with the record:
	 * a method whose tick has a name may be renamed. Placeholders are resolved.
	 * @return the name; empty for class and method, such as
	 * {@code com.example.Invoices.create}
	 */
	String name() default "";

	/**
	 * The treatment of a tick that fell while no instance led. A tick that fell into a
	 * longer run of the same leader is not caught up, as with plain {@code @Scheduled}.
	 * @return what happens
	 */
	MissedTick missed() default MissedTick.RUN_ONCE;

	/**
	 * How late a missed or interrupted tick may begin, by the leader's clock. Such as
	 * {@code 10m} or {@code PT10M}; placeholders are resolved.
	 * @return the duration; empty for until the next tick
	 */
	String maxLateness() default "";

	/**
	 * The treatment of a tick that was begun and not finished. A method that must never
	 * begin twice for one tick says {@link InterruptedTick#SKIP}.
	 * @return what happens
	 */
	InterruptedTick interrupted() default InterruptedTick.RUN_AGAIN;

	/**
	 * How often a tick is begun in all, before it is given up with a warning: a job that
	 * kills its process must not kill every instance.
	 * @return the number, at least 1
	 */
	int maxAttempts() default 3;

}
