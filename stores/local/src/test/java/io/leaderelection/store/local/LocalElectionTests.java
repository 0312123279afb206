/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.testkit.ManualTime;
import io.leaderelection.testkit.StoreCandidate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * Tests for {@link LocalElection} when its files cannot be used. A directory in place of
 * a file makes even root's access fail.
 */
class LocalElectionTests {

	private static final Duration LEASE = Duration.ofSeconds(10);

	private static final String STORE = "leaving";

	@TempDir
	private Path directory;

	private final ManualTime time = new ManualTime();

	private final Nonce nonce = Nonce.random();

	private ElectionFiles files;

	private LocalElection leaving;

	private LocalElection next;

	private long token;

	@BeforeEach
	void lead() throws IOException {
		this.files = ElectionFiles.of(this.directory.toRealPath(), StoreCandidate.key("e"));
		Files.createDirectory(this.files.free().getParent());
		this.leaving = election(STORE);
		this.next = election("next");
		this.token = granted(this.leaving.acquire(acquire(this.nonce, LeaseStore.ABSENT))).token();
	}

	@Test
	@DisplayName("A term that cannot be marked as not released keeps its lock until it is over")
	void termThatCannotBeMarkedKeepsItsLock() throws IOException {
		this.time.advance(Duration.ofSeconds(4));
		refuseWrites();
		assertThat(close()).isBetween(Duration.ofSeconds(6), Duration.ofMillis(6001));
		assertIsKeptFor(Duration.ofMillis(6001));
		this.time.advance(Duration.ofMillis(6001));
		assertThat(granted(takeOver()).notBefore()).isZero();
	}

	@Test
	void aRenewalThatCannotBeWrittenProlongsNothing() throws IOException {
		this.time.advance(Duration.ofSeconds(4));
		refuseWrites();
		assertThatIOException()
			.isThrownBy(() -> this.leaving.renew(new Renew(StoreCandidate.key("e"), this.nonce, this.token)));
		assertThat(close()).isLessThanOrEqualTo(Duration.ofMillis(6001));
	}

	@Test
	void unreadableRecordKeepsTheLockUntilTheTermEnds() throws IOException {
		Path aside = refuseReads();
		assertThat(close()).isBetween(LEASE, LEASE.plusMillis(1));
		allowReads(aside);
		assertIsKeptFor(LEASE.plusMillis(1));
	}

	@Test
	void missingRecordKeepsTheLockUntilTheTermEnds() throws IOException {
		Files.delete(this.files.record());
		assertThat(close()).isBetween(LEASE, LEASE.plusMillis(1));
		assertThat(this.next.acquire(acquire(Nonce.random(), LeaseStore.ABSENT))).isInstanceOf(Outcome.Leased.class);
	}

	@Test
	void clockStepBackKeepsALockAtMostForALease() throws IOException {
		refuseWrites();
		this.time.wallClock().advance(Duration.ofDays(-1));
		assertThat(close()).isLessThanOrEqualTo(LEASE);
	}

	@Test
	void expiredTermKeepsNoLock() throws IOException {
		this.time.advance(LEASE.plusMillis(1));
		refuseWrites();
		assertThat(close()).isZero();
		assertThat(granted(takeOver()).notBefore()).isZero();
	}

	@Test
	void lockFileThatIsBackIsLockedAgainAfterTheLease() throws IOException {
		Path aside = Files.move(this.files.lock(), this.directory.resolve("aside"));
		assertThat(this.leaving.renew(new Renew(StoreCandidate.key("e"), this.nonce, this.token)))
			.isEqualTo(new Outcome.Lost());
		Files.move(aside, this.files.lock());
		assertIsKeptFor(LEASE.plusMillis(1));
		this.time.advance(LEASE.plusMillis(1));
		assertThat(granted(takeOver()).notBefore()).isZero();
	}

	@Test
	void keptLockIsReleasedOnlyByItsOwner() throws IOException {
		refuseWrites();
		this.leaving.close();
		this.time.advance(LEASE.plusMillis(1));
		Nonce successor = Nonce.random();
		long next = granted(this.next.acquire(acquire(successor, this.token))).token();
		this.leaving.releaseKept();
		assertThat(this.next.renew(new Renew(StoreCandidate.key("e"), successor, next)))
			.isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void aReleaseThatCannotBeWrittenFreesTheLockAtOnce() throws IOException {
		refuseWrites();
		assertThatIOException().isThrownBy(this::release);
		assertThat(close()).isZero();
		assertThat(granted(takeOver()).notBefore()).isZero();
	}

	@Test
	void aReleaseThatCannotReadTheRecordFreesTheLockAtOnce() throws IOException {
		Path aside = refuseReads();
		assertThatIOException().isThrownBy(this::release);
		allowReads(aside);
		assertThat(granted(takeOver()).notBefore()).isZero();
	}

	@Test
	@DisplayName("The release of a term that is over neither locks the election nor notifies others")
	void releaseOfATermThatIsOverTouchesNoFile() throws IOException {
		assertThat(release()).isEqualTo(new Outcome.Released());
		assertThatNoFileIsTouchedBy(new Outcome.Released());
		granted(takeOver());
		this.next.close();
		assertThatNoFileIsTouchedBy(new Outcome.Lost());
	}

	private void assertThatNoFileIsTouchedBy(Outcome.OfRelease expected) throws IOException {
		Files.delete(this.files.lock());
		Files.delete(this.files.free());
		assertThat(release()).isEqualTo(expected);
		assertThat(this.files.lock()).doesNotExist();
		assertThat(this.files.free()).doesNotExist();
	}

	private void assertIsKeptFor(Duration atMost) throws IOException {
		Outcome outcome = takeOver();
		assertThat(outcome).isInstanceOf(Outcome.Leased.class);
		assertThat(((Outcome.Leased) outcome).remaining()).isPositive().isLessThanOrEqualTo(atMost);
	}

	/** Returns how long the lock is kept. */
	private Duration close() throws IOException {
		this.leaving.close();
		return this.leaving.kept();
	}

	private Outcome takeOver() throws IOException {
		return this.next.acquire(acquire(Nonce.random(), this.token));
	}

	private Outcome.OfRelease release() throws IOException {
		return this.leaving.release(new Release(StoreCandidate.key("e"), this.nonce, this.token));
	}

	private void refuseWrites() throws IOException {
		Files.createDirectory(
				this.files.record().resolveSibling(this.files.name() + "." + STORE + ElectionFiles.TEMPORARY));
	}

	private Path refuseReads() throws IOException {
		Path aside = Files.move(this.files.record(), this.directory.resolve("aside"));
		Files.createDirectory(this.files.record());
		return aside;
	}

	private void allowReads(Path aside) throws IOException {
		Files.delete(this.files.record());
		Files.move(aside, this.files.record());
	}

	private LocalElection election(String store) {
		return new LocalElection(this.files, store, this.time.wallClock(), this.time.ticker());
	}

	private static Acquire acquire(Nonce nonce, long seenToken) {
		return new Acquire(StoreCandidate.key("e"), "c", nonce, LEASE, seenToken, 0, Instant.EPOCH, Map.of());
	}

	private static Outcome.Granted granted(Outcome outcome) {
		assertThat(outcome).isInstanceOf(Outcome.Granted.class);
		return (Outcome.Granted) outcome;
	}

}
