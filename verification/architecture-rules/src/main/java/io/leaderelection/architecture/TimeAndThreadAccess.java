/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.architecture;

import java.time.Clock;
import java.time.temporal.TemporalAccessor;
import java.util.Calendar;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.BaseStream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;

/**
 * Matches calls of, and references to, methods that read a clock, sleep, or start or
 * borrow a thread.
 */
final class TimeAndThreadAccess extends DescribedPredicate<JavaAccess<?>> {

	private static final String CONSTRUCTOR = "<init>";

	private static final List<Ban> SLEEPS = List.of(new Ban(Thread.class, Set.of("sleep")),
			new Ban(TimeUnit.class, Set.of("sleep")), new Ban(LockSupport.class, Set.of("parkNanos", "parkUntil")));

	private static final List<Ban> CLOCKS_AND_THREADS = List.of(
			new Ban(System.class, Set.of("nanoTime", "currentTimeMillis")),
			new Ban(Thread.class, Set.of(CONSTRUCTOR, "startVirtualThread", "ofVirtual", "ofPlatform")),
			new Ban(ThreadPoolExecutor.class, Set.of(CONSTRUCTOR)), new Ban(Timer.class, Set.of(CONSTRUCTOR)),
			new Ban(ForkJoinPool.class, Set.of(CONSTRUCTOR, "commonPool")),
			new Ban(CompletableFuture.class, Set.of("orTimeout", "completeOnTimeout", "delayedExecutor")),
			new Ban(Calendar.class, Set.of("getInstance", CONSTRUCTOR)), new Ban(BaseStream.class, Set.of("parallel")),
			new Ban(Collection.class, Set.of("parallelStream")));

	TimeAndThreadAccess() {
		super("reads a clock, sleeps, or starts or borrows a thread");
	}

	/**
	 * Matches only the sleeps.
	 * @return the predicate
	 */
	static DescribedPredicate<JavaAccess<?>> sleeping() {
		return DescribedPredicate.describe("sleeps",
				(access) -> anyOf(SLEEPS, access.getTarget()) || maySleep(access.getTarget()));
	}

	/** A type of which only the name is known could be a subtype. */
	private static boolean maySleep(AccessTarget target) {
		return !target.getOwner().isFullyImported()
				&& SLEEPS.stream().anyMatch((ban) -> ban.members().contains(target.getName()));
	}

	@Override
	public boolean test(JavaAccess<?> access) {
		AccessTarget target = access.getTarget();
		return anyOf(SLEEPS, target) || anyOf(CLOCKS_AND_THREADS, target)
				|| target.getOwner().isEquivalentTo(Executors.class)
				|| (target instanceof CodeUnitAccessTarget unit && readsSystemClock(unit))
				|| (target instanceof CodeUnitAccessTarget stage && borrowsCommonPool(stage));
	}

	private static boolean anyOf(List<Ban> bans, AccessTarget target) {
		return bans.stream().anyMatch((ban) -> ban.matches(target));
	}

	private static boolean readsSystemClock(CodeUnitAccessTarget target) {
		JavaClass owner = target.getOwner();
		if (owner.isAssignableTo(TemporalAccessor.class)) {
			return target.getName().equals("now") && !takes(target, Clock.class);
		}
		if (owner.isAssignableTo(Date.class)) {
			return target.getName().equals(CONSTRUCTOR) && target.getRawParameterTypes().isEmpty();
		}
		return owner.isEquivalentTo(Clock.class)
				&& (target.getName().startsWith("system") || target.getName().startsWith("tick"))
				&& !takes(target, Clock.class);
	}

	private static boolean borrowsCommonPool(CodeUnitAccessTarget target) {
		return target.getOwner().isAssignableTo(CompletionStage.class) && target.getName().endsWith("Async")
				&& !takes(target, Executor.class);
	}

	private static boolean takes(CodeUnitAccessTarget target, Class<?> type) {
		return target.getRawParameterTypes().stream().anyMatch((parameter) -> parameter.isEquivalentTo(type));
	}

	/**
	 * Forbidden members of a type, by name.
	 *
	 * @param type the type that declares them; its subtypes count as well
	 * @param members their names
	 */
	private record Ban(Class<?> type, Set<String> members) {

		boolean matches(AccessTarget target) {
			return this.members.contains(target.getName()) && target.getOwner().isAssignableTo(this.type);
		}

	}

}
