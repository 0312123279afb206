/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.testkit.ManualTime;
import io.leaderelection.testkit.SourceMutant;
import io.leaderelection.testkit.StoreCandidate;
import io.leaderelection.testkit.WatchedNotifications;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.WallClock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the local store with real processes.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LocalLeaseStoreIT {

	private static final Duration LONG = Duration.ofMinutes(5);

	private static final Duration SHORT = Duration.ofMillis(500);

	private static final int CONTESTS = 3_000;

	private static final String LOST = new Outcome.Lost().toString();

	@TempDir
	Path directory;

	private LeaseStore store;

	private StoreCandidate candidate;

	@BeforeEach
	void open() {
		this.store = new LocalLeaseStoreFactory(this.directory).open();
		this.candidate = new StoreCandidate(this.store, "here", LONG);
	}

	@AfterEach
	void close() {
		this.store.close();
	}

	@Test
	void killedLeaderIsSucceededAtOnce() throws Exception {
		try (StoreShell other = StoreShell.start(this.directory, LONG)) {
			assertThat(other.send("acquire", "e")).startsWith("Granted");
			assertThat(other.send("acquire", "f")).startsWith("Granted");
			WatchedNotifications notifications = new WatchedNotifications();
			this.store.watch(StoreCandidate.key("e").namespace(), notifications);
			notifications.await("live true");
			assertThat(this.candidate.acquire("e")).isInstanceOf(Outcome.Leased.class);
			assertThat(this.candidate.acquire("f")).isInstanceOf(Outcome.Leased.class);
			Ticker ticker = Ticker.system();
			long start = ticker.nanos();
			other.signal("KILL");
			notifications.await("notification e");
			Outcome outcome = this.candidate.acquire("e");
			System.out.printf("MEASURED: local, handover after SIGKILL, %.1f ms with the start of 'kill'%n",
					(ticker.nanos() - start) / 1e6);
			assertThat(outcome).isInstanceOf(Outcome.Granted.class);
			assertThat(((Outcome.Granted) outcome).notBefore()).isZero();
			assertThat(this.candidate.acquire("f")).isInstanceOf(Outcome.Granted.class);
		}
	}

	@Test
	void suspendedLeaderKeepsItsLockAndLosesItsTerm() throws Exception {
		try (StoreShell other = StoreShell.start(this.directory, SHORT)) {
			assertThat(other.send("acquire", "e")).startsWith("Granted");
			other.signal("STOP");
			Awaitility.await().until(() -> this.candidate.observe("e") instanceof Outcome.Free);
			Outcome outcome = this.candidate.acquire("e");
			assertThat(outcome).isInstanceOf(Outcome.Leased.class);
			assertThat(((Outcome.Leased) outcome).remaining()).isZero();
			assertThat(((Outcome.Leased) outcome).candidate()).isEqualTo("shell");
			other.signal("CONT");
			assertThat(other.send("renew", "e")).isEqualTo(LOST);
			Outcome.Granted granted = (Outcome.Granted) this.candidate.acquire("e");
			assertThat(granted.notBefore()).isZero();
			assertThat(other.send("renew", "e")).isEqualTo(LOST);
			assertThat(other.send("release", "e")).isEqualTo(LOST);
			assertThat(this.candidate.renew("e")).isInstanceOf(Outcome.Granted.class);
		}
	}

	@Test
	void deletedLockFileEndsTheTermAndDelaysTheNext() throws Exception {
		try (StoreShell other = StoreShell.start(this.directory, LONG)) {
			assertThat(other.send("acquire", "e")).startsWith("Granted");
			Files.delete(files("e").lock());
			Outcome.Granted granted = (Outcome.Granted) this.candidate.acquire("e");
			assertThat(granted.notBefore()).isPositive().isLessThanOrEqualTo(LONG.plusSeconds(1));
			assertThat(other.send("renew", "e")).isEqualTo(LOST);
			assertThat(other.send("release", "e")).isEqualTo(LOST);
			assertThat(other.send("acquire", "e")).startsWith("Leased");
			assertThat(this.candidate.renew("e")).isInstanceOf(Outcome.Granted.class);
		}
	}

	@Test
	void lockIsKeptWhenItsFileIsTouched() throws Exception {
		Path lock = files("e").lock();
		Files.createFile(lock);
		FileTime old = FileTime.from(Instant.now().minus(Duration.ofDays(11)));
		Files.setLastModifiedTime(lock, old);
		assertThat(this.candidate.acquire("e")).isInstanceOf(Outcome.Granted.class);
		assertThat(Files.getLastModifiedTime(lock)).isGreaterThan(old);
		try (StoreShell other = StoreShell.start(this.directory, LONG)) {
			assertThat(other.send("acquire", "e")).startsWith("Leased");
			assertThat(this.candidate.renew("e")).isInstanceOf(Outcome.Granted.class);
		}
	}

	@Test
	void leaderDetectsADeletedLockFile() throws Exception {
		try (StoreShell other = StoreShell.start(this.directory, LONG)) {
			assertThat(other.send("acquire", "e")).startsWith("Granted");
			Files.delete(files("e").lock());
			assertThat(other.send("renew", "e")).isEqualTo(LOST);
			assertThat(((Outcome.Granted) this.candidate.acquire("e")).notBefore()).isPositive();
		}
	}

	@Test
	void replacedLockFileEndsTheTermAndDelaysTheNext() throws Exception {
		try (StoreShell other = StoreShell.start(this.directory, LONG)) {
			assertThat(other.send("acquire", "e")).startsWith("Granted");
			Path replacement = Files.createFile(this.directory.resolve("replacement"));
			Files.move(replacement, files("e").lock(), StandardCopyOption.REPLACE_EXISTING);
			Outcome.Granted granted = (Outcome.Granted) this.candidate.acquire("e");
			assertThat(granted.notBefore()).isPositive();
			assertThat(other.send("renew", "e")).isEqualTo(LOST);
			assertThat(this.candidate.release("e")).isInstanceOf(Outcome.Released.class);
			assertThat(other.send("acquire", "e")).startsWith("Granted").doesNotContain("notBefore=PT0S");
		}
	}

	@Test
	void classLoadersOfOneJvmExcludeEachOther(@TempDir Path first, @TempDir Path second) throws Exception {
		LeaseStore one = openInSeparateClassLoader(first);
		LeaseStore two = openInSeparateClassLoader(second);
		StoreCandidate leader = new StoreCandidate(one, "one", LONG);
		StoreCandidate rival = new StoreCandidate(two, "two", LONG);
		try (StoreShell other = StoreShell.start(this.directory, LONG)) {
			assertThat(leader.acquire("e")).isInstanceOf(Outcome.Granted.class);
			assertThat(rival.acquire("e")).isInstanceOf(Outcome.Leased.class);
			assertThat(other.send("acquire", "e")).startsWith("Leased");
			two.close();
			this.store.close();
			assertThat(other.send("acquire", "e")).startsWith("Leased");
			assertThat(leader.renew("e")).isInstanceOf(Outcome.Granted.class);
			assertThat(leader.release("e")).isInstanceOf(Outcome.Released.class);
			one.close();
			assertThat(other.send("acquire", "e")).startsWith("Granted").contains("notBefore=PT0S");
		}
	}

	@Test
	@Tag("mutation")
	void leavingKeepsTheLockOfAnotherClassLoader(@TempDir Path output) throws Exception {
		StoreCandidate guest = new StoreCandidate(openInSeparateClassLoader(output), "guest", LONG);
		try (StoreShell other = StoreShell.start(this.directory, LONG)) {
			assertThat(this.candidate.acquire("e")).isInstanceOf(Outcome.Granted.class);
			assertThat(guest.acquire("e")).isInstanceOf(Outcome.Leased.class);
			assertThat(other.send("acquire", "e")).startsWith("Leased");
			// Opening other files tries to close what was left open
			for (int i = 0; i < 10; i++) {
				guest.win("e" + i);
				assertThat(guest.release("e" + i)).isEqualTo(new Outcome.Released());
			}
			assertThat(other.send("acquire", "e")).startsWith("Leased");
			assertThat(OpenFiles.below(this.directory)).as("one of each class loader").isEqualTo(2);
			assertThat(this.candidate.release("e")).isEqualTo(new Outcome.Released());
			guest.win("e0");
			assertThat(guest.release("e0")).isEqualTo(new Outcome.Released());
			assertThat(OpenFiles.below(this.directory)).isZero();
		}
		finally {
			guest.close();
		}
	}

	@Test
	void contestOfClassLoadersLosesNoLock(@TempDir Path output) throws Exception {
		LeaseStore guest = openInSeparateClassLoader(output);
		ExecutorService threads = Executors.newFixedThreadPool(2);
		try {
			Path lock = files("e").lock();
			List<Future<Integer>> wins = threads
				.invokeAll(List.of(() -> win(new StoreCandidate(this.store, "here", LONG), lock),
						() -> win(new StoreCandidate(guest, "guest", LONG), lock)));
			for (Future<Integer> won : wins) {
				assertThat(won.get()).isPositive();
			}
		}
		finally {
			threads.shutdownNow();
			guest.close();
		}
	}

	/**
	 * Leads again and again, and compares with the operating system's list of locks. On a
	 * busy machine the other one may win each contest, and ends first.
	 */
	private static int win(StoreCandidate candidate, Path lock) throws IOException {
		int won = 0;
		for (int i = 0; i < CONTESTS || won == 0; i++) {
			if (candidate.acquire("e") instanceof Outcome.Granted) {
				won++;
				String inode = ":" + Files.getAttribute(lock, "unix:ino") + " ";
				assertThat(Files.readAllLines(Path.of("/proc/locks"))).as("the lock of term " + won)
					.anyMatch((line) -> line.contains(inode));
				assertThat(candidate.release("e")).isEqualTo(new Outcome.Released());
			}
		}
		return won;
	}

	@Test
	void lockFileThatIsBackProvesNothing() throws Exception {
		try (StoreShell other = StoreShell.start(this.directory, LONG)) {
			assertThat(this.candidate.acquire("e")).isInstanceOf(Outcome.Granted.class);
			Path aside = Files.move(files("e").lock(), this.directory.resolve("aside"));
			assertThat(this.candidate.renew("e")).isEqualTo(new Outcome.Lost());
			Files.move(aside, files("e").lock());
			assertThat(other.send("acquire", "e")).as("work of the lost term may still run").startsWith("Leased");
			assertThat(this.candidate.acquire("e")).isInstanceOf(Outcome.Leased.class);
			assertThat(other.send("acquire", "e")).startsWith("Leased");
		}
	}

	@Test
	@Tag("mutation")
	void aLockFileReachedByAnotherPathKeepsItsLock(@TempDir Path elsewhere) throws Exception {
		assertThat(this.candidate.acquire("e")).isInstanceOf(Outcome.Granted.class);
		ElectionFiles linked = ElectionFiles.of(elsewhere.toRealPath(), StoreCandidate.key("e"));
		Files.createLink(linked.lock(), files("e").lock());
		try (LeaseStore second = new LocalLeaseStoreFactory(elsewhere).open();
				StoreShell other = StoreShell.start(this.directory, LONG)) {
			StoreCandidate rival = new StoreCandidate(second, "rival", LONG);
			assertThat(rival.acquire("e")).isInstanceOf(Outcome.Leased.class);
			assertThat(rival.acquire("e")).isInstanceOf(Outcome.Leased.class);
			Files.delete(linked.lock());
			assertThat(rival.acquire("e")).isInstanceOf(Outcome.Granted.class);
			assertThat(other.send("acquire", "e")).startsWith("Leased");
			assertThat(this.candidate.renew("e")).isInstanceOf(Outcome.Granted.class);
		}
	}

	@Test
	void discardedClassLoaderReleasesNoLock(@TempDir Path output) throws Exception {
		WeakReference<ClassLoader> former = useAndDiscard(output);
		assertThat(this.candidate.acquire("e")).isInstanceOf(Outcome.Granted.class);
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
			System.gc();
			return former.get() == null;
		});
		try (StoreShell other = StoreShell.start(this.directory, LONG)) {
			assertThat(other.send("acquire", "e")).startsWith("Leased");
			assertThat(this.candidate.renew("e")).isInstanceOf(Outcome.Granted.class);
		}
	}

	private WeakReference<ClassLoader> useAndDiscard(Path output) throws Exception {
		LeaseStore given = openInSeparateClassLoader(output);
		StoreCandidate candidate = new StoreCandidate(given, "former", LONG);
		assertThat(candidate.acquire("e")).isInstanceOf(Outcome.Granted.class);
		assertThat(candidate.release("e")).isInstanceOf(Outcome.Released.class);
		given.close();
		return new WeakReference<>(given.getClass().getClassLoader());
	}

	@Test
	void systemPropertiesStayStrings() {
		assertThat(this.candidate.acquire("e")).isInstanceOf(Outcome.Granted.class);
		assertThat(System.getProperties().values()).allMatch(String.class::isInstance);
	}

	@Test
	@Tag("mutation")
	void anInterruptedThreadLosesNoLock() throws Exception {
		try (StoreShell other = StoreShell.start(this.directory, LONG)) {
			Thread.currentThread().interrupt();
			assertThat(this.candidate.acquire("e")).isInstanceOf(Outcome.Granted.class);
			assertThat(this.candidate.renew("e")).isInstanceOf(Outcome.Granted.class);
			assertThat(Thread.interrupted()).isTrue();
			assertThat(other.send("acquire", "e")).startsWith("Leased");
			Thread.currentThread().interrupt();
			assertThat(this.candidate.release("e")).isInstanceOf(Outcome.Released.class);
			assertThat(Thread.interrupted()).isTrue();
			assertThat(other.send("acquire", "e")).startsWith("Granted");
		}
	}

	@Test
	@Tag("mutation")
	void closedStoreUnlocksButItsTermIsAwaited() throws Exception {
		try (StoreShell other = StoreShell.start(this.directory, LONG)) {
			assertThat(this.candidate.acquire("e")).isInstanceOf(Outcome.Granted.class);
			assertThat(this.candidate.acquire("released")).isInstanceOf(Outcome.Granted.class);
			assertThat(this.candidate.release("released")).isInstanceOf(Outcome.Released.class);
			assertThat(other.send("acquire", "e")).startsWith("Leased");
			this.store.close();
			assertThat(other.send("acquire", "e")).startsWith("Granted").contains("notBefore=PT4M");
			assertThat(other.send("acquire", "released")).startsWith("Granted").contains("notBefore=PT0S");
		}
	}

	@Test
	void closedStoreThatCannotWriteKeepsItsLock() throws Exception {
		ManualTime time = new ManualTime(Instant.ofEpochMilli(WallClock.system().millis()));
		LeaseStore leaving = new LocalLeaseStoreFactory(this.directory, time).open();
		try (StoreShell other = StoreShell.start(this.directory, LONG)) {
			assertThat(new StoreCandidate(leaving, "leaving", LONG).acquire("e")).isInstanceOf(Outcome.Granted.class);
			Path record = files("e").record();
			Path aside = Files.move(record, this.directory.resolve("aside"));
			Files.createDirectory(record);
			leaving.close();
			Files.delete(record);
			Files.move(aside, record);
			assertThat(other.send("acquire", "e")).startsWith("Leased");
			time.advance(LONG.plusMillis(1));
			assertThat(other.send("acquire", "e")).startsWith("Granted").contains("notBefore=PT0S");
		}
	}

	private LeaseStore openInSeparateClassLoader(Path output) throws ReflectiveOperationException {
		ClassLoader classes = SourceMutant.of(Path.of("src/main/java/io/leaderelection/store/local"))
			.compile(LocalLeaseStore.class, "io.leaderelection.store.local.", output);
		Class<?> factory = classes.loadClass(LocalLeaseStoreFactory.class.getName());
		assertThat(factory).isNotSameAs(LocalLeaseStoreFactory.class);
		return ((LeaseStoreFactory) factory.getConstructor(Path.class).newInstance(this.directory)).open();
	}

	private ElectionFiles files(String election) throws Exception {
		return ElectionFiles.of(this.directory.toRealPath(), StoreCandidate.key(election));
	}

}
