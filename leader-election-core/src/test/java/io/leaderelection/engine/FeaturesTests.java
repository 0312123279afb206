/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;

import io.leaderelection.LeaderElection;
import io.leaderelection.OnLoss;
import io.leaderelection.protocol.Preference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which classes of features an engine loads: only those of features that are used.
 */
class FeaturesTests {

	private static final String ROOT = "io.leaderelection.";

	private static final List<String> FEATURES = List.of(ROOT + "partition.", ROOT + "preference.", ROOT + "once.",
			ROOT + "work.tick.");

	@Test
	void engineLoadsNoFeatureThatNobodyUses() throws ReflectiveOperationException {
		assertThat(loaded(PlainEngine.class)).contains(LeaseElectionEngine.class.getName(), Features.class.getName())
			.noneMatch((name) -> FEATURES.stream().anyMatch(name::startsWith));
	}

	static Stream<Class<?>> uses() {
		return Stream.of(Partitioned.class, Preferring.class, Once.class);
	}

	@ParameterizedTest
	@MethodSource("uses")
	void engineLoadsTheFeatureThatIsUsed(Class<?> use) throws ReflectiveOperationException {
		String used = use.getConstructor().newInstance().toString();
		assertThat(loaded(use)).anyMatch((name) -> name.startsWith(used))
			.noneMatch((name) -> FEATURES.stream()
				.anyMatch((feature) -> !feature.equals(used) && name.startsWith(feature)));
	}

	/** Runs a class with classes of its own, and returns the names of those. */
	private static Set<String> loaded(Class<?> use) throws ReflectiveOperationException {
		OwnClasses classes = new OwnClasses();
		((Runnable) classes.loadClass(use.getName()).getConstructor().newInstance()).run();
		return classes.loaded;
	}

	/** Defines all classes of the library again. */
	private static final class OwnClasses extends ClassLoader {

		private final Set<String> loaded = new ConcurrentSkipListSet<>();

		OwnClasses() {
			super(FeaturesTests.class.getClassLoader());
		}

		@Override
		protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
			if (!name.startsWith(ROOT)) {
				return super.loadClass(name, resolve);
			}
			synchronized (getClassLoadingLock(name)) {
				Class<?> known = findLoadedClass(name);
				return (known != null) ? known : define(name);
			}
		}

		private Class<?> define(String name) throws ClassNotFoundException {
			try (InputStream resource = getResourceAsStream(name.replace('.', '/') + ".class")) {
				if (resource == null) {
					throw new ClassNotFoundException(name);
				}
				byte[] bytes = resource.readAllBytes();
				this.loaded.add(name);
				return defineClass(name, bytes, 0, bytes.length);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

	/** Leads one election, with a guarded call, a task and a handover. */
	public static class PlainEngine extends EngineRig implements Runnable {

		private static final Duration MINUTE = Duration.ofMinutes(1);

		ElectionEngine engine() {
			return builder().build();
		}

		void use(ElectionEngine engine) {
			LeaderElection election = lead(engine, "billing");
			enter(election, OnLoss.INTERRUPT).close();
			this.time.advance(MINUTE);
			election.stepDown();
			this.time.advance(MINUTE);
			assertThat(election.isLeader()).isTrue();
			assertThat(election.status().leading()).isTrue();
		}

		@Override
		public final void run() {
			ElectionEngine engine = engine();
			use(engine);
			engine.join("invoices").close();
			end(engine);
		}

		void end(ElectionEngine engine) {
			engine.stop();
			this.time.advance(MINUTE);
			assertThat(engine.stop().toCompletableFuture()).isDone();
		}

	}

	/** Divides an election. */
	public static class Partitioned extends PlainEngine {

		@Override
		ElectionEngine engine() {
			return builder().partitions("orders", 2).build();
		}

		@Override
		public String toString() {
			return FEATURES.get(0);
		}

	}

	/** Prefers to lead. */
	public static class Preferring extends PlainEngine {

		@Override
		ElectionEngine engine() {
			return builder()
				.elections(ElectionSettings.DEFAULT.withPreference(new Preference(1, false, Duration.ofSeconds(10))))
				.build();
		}

		@Override
		public String toString() {
			return FEATURES.get(1);
		}

	}

	/** Does work once. */
	public static class Once extends PlainEngine {

		@Override
		ElectionEngine engine() {
			return ElectionEngineBuilder.alwaysLeading().build();
		}

		@Override
		void use(ElectionEngine engine) {
			assertThat(engine.runOnce("schema", (leadership) -> {
			})).isTrue();
		}

		@Override
		void end(ElectionEngine engine) {
			engine.close();
		}

		@Override
		public String toString() {
			return FEATURES.get(2);
		}

	}

}
