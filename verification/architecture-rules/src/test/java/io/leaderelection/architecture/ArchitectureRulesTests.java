/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.architecture;

import java.io.IOException;
import java.io.StringReader;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Date;
import java.util.List;
import java.util.Timer;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.leaderelection.architecture.unmarked.Unmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that every rule fails on a class that violates it, and passes on one that does
 * not.
 */
public class ArchitectureRulesTests {

	@ParameterizedTest
	@ValueSource(classes = { Nanos.class, Millis.class, NanosReference.class, Now.class, NowInZone.class,
			SystemClock.class, NewDate.class, NewThread.class, ThreadSubclass.class, Pool.class, PlainPool.class,
			ScheduledPool.class, NewTimer.class, CommonPool.class, AsyncWithoutExecutor.class, TimedFuture.class,
			Parallel.class, Sleep.class, UnitSleep.class, Park.class })
	void timeOutsideTheTimePackageIsFound(Class<?> offender) {
		assertThat(violations(ArchitectureRules.timeOnlyThroughTimePackage(), offender)).hasSize(1);
	}

	@Test
	void timeFromAGivenClockOrExecutorIsFine() {
		assertThat(violations(ArchitectureRules.timeOnlyThroughTimePackage(), Given.class)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(classes = { Sleep.class, UnitSleep.class, Park.class })
	void sleepIsFound(Class<?> offender) {
		assertThat(violations(ArchitectureRules.nothingSleeps(), offender)).hasSize(1);
	}

	@Test
	void readingAClockIsNotSleep() {
		assertThat(violations(ArchitectureRules.nothingSleeps(), Nanos.class)).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(classes = { CatchOfBoth.class, CatchOfEach.class, CatchInLambda.class, CatchInConstructor.class,
			CatchBesideFinally.class, CatchOfResource.class })
	void catchThatMissesCheckedExceptionsIsFound(Class<?> offender) {
		assertThat(violations(ArchitectureRules.errorsAreCaughtAsThrowable(), offender)).isNotEmpty()
			.allMatch((violation) -> violation.contains("catches [Error, RuntimeException]"));
	}

	@Test
	void catchOfThrowableOrOfExceptionsIsFine() {
		assertThat(violations(ArchitectureRules.errorsAreCaughtAsThrowable(), Catches.class)).isEmpty();
	}

	@Test
	void packageWithoutNullMarkedIsFound() {
		assertThat(violations(ArchitectureRules.packagesAreNullMarked(), Unmarked.class)).singleElement()
			.asString()
			.contains("io.leaderelection.architecture.unmarked is missing or lacks @NullMarked");
	}

	@Test
	void nullMarkedPackagePasses() {
		JavaClasses own = ArchitectureRules.classesBesides(ArchitectureRules.class);
		assertThat(ArchitectureRules.packagesAreNullMarked().evaluate(own).hasViolation()).isFalse();
	}

	@Test
	void dependencyOutOfBoundsIsFound() {
		String name = Unmarked.class.getPackageName();
		assertThat(violations(ArchitectureRules.packageDependsOnlyOn(name), Unmarked.class)).isNotEmpty();
		assertThat(violations(ArchitectureRules.packageDependsOnlyOn(name, "io.leaderelection.architecture"),
				Unmarked.class))
			.isEmpty();
	}

	@Test
	void cycleIsFound() {
		JavaClasses circle = new ClassFileImporter().importClasses(Unmarked.class, BackReference.class);
		assertThat(ArchitectureRules.packagesAreFreeOfCycles().evaluate(circle).hasViolation()).isTrue();
	}

	@Test
	void cycleOfTypesIsFound() {
		JavaClasses circle = new ClassFileImporter().importClasses(Unmarked.class, ArchitectureRulesTests.class,
				BackReference.class);
		assertThat(ArchitectureRules.typesAreFreeOfCycles().evaluate(circle).hasViolation()).isTrue();
	}

	private static List<String> violations(ArchRule rule, Class<?> type) {
		return rule.evaluate(new ClassFileImporter().importClasses(type)).getFailureReport().getDetails();
	}

	public static class BackReference {

		Unmarked unmarked = new Unmarked();

	}

	static class Given {

		CompletableFuture<Instant> now(Clock clock, Executor executor) {
			return CompletableFuture.supplyAsync(() -> Instant.now(clock), executor)
				.thenApplyAsync((now) -> now, executor);
		}

	}

	static class CatchOfBoth {

		void run(Runnable action) {
			try {
				action.run();
			}
			catch (RuntimeException | Error ex) {
				ex.addSuppressed(new IllegalStateException());
			}
		}

	}

	static class CatchOfEach {

		void run(Runnable action) {
			try {
				action.run();
			}
			catch (RuntimeException ex) {
				ex.addSuppressed(new IllegalStateException());
			}
			catch (Error ex) {
				ex.addSuppressed(new IllegalArgumentException());
			}
		}

	}

	static class CatchInLambda {

		Runnable caught(Runnable action) {
			return () -> {
				try {
					action.run();
				}
				catch (RuntimeException | Error ex) {
					ex.addSuppressed(new IllegalStateException());
				}
			};
		}

	}

	static class CatchInConstructor {

		CatchInConstructor(Runnable action) {
			try {
				action.run();
			}
			catch (RuntimeException | Error ex) {
				ex.addSuppressed(new IllegalStateException());
			}
		}

	}

	static class CatchBesideFinally {

		void run(Runnable action, Runnable last) {
			try {
				action.run();
			}
			catch (RuntimeException | Error ex) {
				ex.addSuppressed(new IllegalStateException());
			}
			finally {
				last.run();
			}
		}

	}

	static class CatchOfResource {

		void run(StringReader opened) throws IOException {
			try (StringReader reader = opened) {
				reader.ready();
			}
			catch (RuntimeException | Error ex) {
				ex.addSuppressed(new IllegalStateException());
			}
		}

	}

	static class Catches {

		void run(Runnable action, Callable<?> call) throws Exception {
			try {
				action.run();
			}
			catch (Throwable ex) {
				ex.addSuppressed(new IllegalStateException());
			}
			try {
				action.run();
			}
			catch (RuntimeException ex) {
				ex.addSuppressed(new IllegalStateException());
			}
			try {
				call.call();
			}
			catch (Exception | Error ex) {
				ex.addSuppressed(new IllegalStateException());
			}
			try {
				action.run();
			}
			catch (LinkageError ex) {
				ex.addSuppressed(new IllegalStateException());
			}
			finally {
				action.run();
			}
		}

	}

	static class Nanos {

		long read = System.nanoTime();

	}

	static class Millis {

		long read = System.currentTimeMillis();

	}

	static class NanosReference {

		LongSupplier read = System::nanoTime;

	}

	static class Now {

		Instant read = Instant.now();

	}

	static class NowInZone {

		LocalDateTime read = LocalDateTime.now(ZoneId.of("UTC"));

	}

	static class SystemClock {

		Clock clock = Clock.systemUTC();

	}

	static class NewDate {

		Date date = new Date();

	}

	static class NewThread {

		Thread thread = new Thread("name");

	}

	static class ThreadSubclass extends Thread {

	}

	static class Pool {

		Executor pool = Executors.newCachedThreadPool();

	}

	static class PlainPool {

		Executor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());

	}

	static class ScheduledPool {

		Executor pool = new ScheduledThreadPoolExecutor(1);

	}

	static class NewTimer {

		Timer timer = new Timer();

	}

	static class CommonPool {

		Executor pool = ForkJoinPool.commonPool();

	}

	static class AsyncWithoutExecutor {

		CompletableFuture<Void> future = CompletableFuture.runAsync(() -> {
		});

	}

	static class TimedFuture {

		CompletableFuture<Object> future = new CompletableFuture<>().orTimeout(1, TimeUnit.SECONDS);

	}

	static class Parallel {

		long count = List.of().parallelStream().count();

	}

	static class Sleep {

		void pause() throws InterruptedException {
			Thread.sleep(1);
		}

	}

	static class UnitSleep {

		void pause() throws InterruptedException {
			TimeUnit.SECONDS.sleep(1);
		}

	}

	static class Park {

		void pause() {
			LockSupport.parkNanos(1);
		}

	}

}
