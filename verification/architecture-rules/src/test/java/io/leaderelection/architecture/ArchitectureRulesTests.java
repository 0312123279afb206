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
import java.util.concurrent.ForkJoinWorkerThread;
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

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that every rule fails on a class that violates it, and passes on one that does
 * not.
 */
public class ArchitectureRulesTests {

	@Test
	void timeOutsideTheTimePackageIsFound() {
		ArchRule rule = ArchitectureRules.timeOnlyThroughTimePackage();
		assertEachLineIsFound(rule, TimeAndThreads.class, 16);
		assertEachLineIsFound(rule, ThreadSubclass.class, 1);
		assertEachLineIsFound(rule, Sleeps.class, 3);
	}

	private static void assertEachLineIsFound(ArchRule rule, Class<?> offenders, int lines) {
		assertThat(violations(rule, offenders)).hasSize(lines)
			.extracting((violation) -> violation.replaceFirst(".* in ", ""))
			.doesNotHaveDuplicates();
	}

	@Test
	void timeFromAGivenClockOrExecutorIsFine() {
		assertThat(violations(ArchitectureRules.timeOnlyThroughTimePackage(), Given.class)).isEmpty();
	}

	@Test
	void sleepIsFoundAndReadingAClockIsNone() {
		assertEachLineIsFound(ArchitectureRules.nothingSleeps(), Sleeps.class, 3);
		assertThat(violations(ArchitectureRules.nothingSleeps(), TimeAndThreads.class)).isEmpty();
	}

	@Test
	void sleepOfATypeWhoseNameAloneIsKnownIsFound() {
		JavaClasses tests = ArchitectureRules.testsBesides(SleepsByASubtype.class);
		assertThat(ArchitectureRules.nothingSleeps().evaluate(tests).getFailureReport().getDetails())
			.filteredOn((violation) -> violation.contains(SleepsByASubtype.class.getName()))
			.hasSize(1);
		assertThat(tests.get(SleepsByASubtype.class).getDirectDependenciesFromSelf())
			.extracting((dependency) -> dependency.getTargetClass().isFullyImported())
			.containsOnly(false);
	}

	@Test
	void catchThatMissesCheckedExceptionsIsFound() {
		ArchRule rule = ArchitectureRules.errorsAreCaughtAsThrowable();
		assertEachLineIsFound(rule, NarrowCatches.class, 6);
		assertThat(violations(rule, NarrowCatches.class))
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

	static class NarrowCatches {

		NarrowCatches(Runnable action) {
			try {
				action.run();
			}
			catch (RuntimeException | Error ex) {
				ex.addSuppressed(new IllegalStateException());
			}
		}

		void ofBoth(Runnable action) {
			try {
				action.run();
			}
			catch (RuntimeException | Error ex) {
				ex.addSuppressed(new IllegalStateException());
			}
		}

		void ofEach(Runnable action) {
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

		Runnable inLambda(Runnable action) {
			return () -> {
				try {
					action.run();
				}
				catch (RuntimeException | Error ex) {
					ex.addSuppressed(new IllegalStateException());
				}
			};
		}

		void besideFinally(Runnable action, Runnable last) {
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

		void ofResource(StringReader opened) throws IOException {
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

	/** Each line reads a clock, or starts or borrows a thread. */
	static class TimeAndThreads {

		long nanos = System.nanoTime();

		long millis = System.currentTimeMillis();

		LongSupplier reference = System::nanoTime;

		Instant now = Instant.now();

		LocalDateTime nowInZone = LocalDateTime.now(ZoneId.of("UTC"));

		Clock clock = Clock.systemUTC();

		Date date = new Date();

		Thread thread = new Thread("name");

		Executor pool = Executors.newCachedThreadPool();

		Executor plainPool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());

		Executor scheduledPool = new ScheduledThreadPoolExecutor(1);

		Timer timer = new Timer();

		Executor commonPool = ForkJoinPool.commonPool();

		CompletableFuture<Void> withoutExecutor = CompletableFuture.runAsync(this.thread::interrupt);

		CompletableFuture<Object> timed = new CompletableFuture<>().orTimeout(1, TimeUnit.SECONDS);

		long parallel = List.of().parallelStream().count();

	}

	static class ThreadSubclass extends Thread {

	}

	static class Sleeps {

		void pause() throws InterruptedException {
			Thread.sleep(1);
			TimeUnit.SECONDS.sleep(1);
			LockSupport.parkNanos(1);
		}

	}

	static class SleepsByASubtype {

		void pause() throws InterruptedException {
			ForkJoinWorkerThread.sleep(1);
		}

	}

}
