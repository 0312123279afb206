/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.LeaseStoreContract;
import io.leaderelection.testkit.ManualTime;
import io.leaderelection.testkit.StoreCandidate;
import io.leaderelection.testkit.StoreOpener;
import io.leaderelection.testkit.StoreOpening;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class LocalLeaseStoreTests extends LeaseStoreContract {

	private static final Duration LEASE = Duration.ofSeconds(10);

	@TempDir
	Path directory;

	final ManualTime time = new ManualTime();

	LeaseStoreFactory factory() {
		return new LocalLeaseStoreFactory(this.directory, this.time);
	}

	@Override
	protected LeaseStore open() {
		return factory().open();
	}

	@Override
	protected StoreTraits traits() {
		return factory().traits();
	}

	@Override
	protected void elapse(Duration duration) {
		this.time.advance(duration);
	}

	@Override
	protected void writeGarbage(ElectionKey key) throws IOException {
		Files.writeString(files(key).record(), "token=7\nSIGNED OVER TO SOMEBODY ELSE\n");
	}

	@Override
	protected void deleteRecord(ElectionKey key) throws IOException {
		Files.delete(files(key).record());
	}

	@Override
	protected void writeNotBefore(ElectionKey key, Duration fromNow) throws IOException {
		String record = Files.readString(files(key).record());
		// Relative to the time when the record was written
		long writtenAt = Long.parseLong(record.replaceFirst("(?s).*written-at=(\\d+).*", "$1"));
		long notBefore = this.time.wallClock().millis() - writtenAt + fromNow.toMillis();
		Files.writeString(files(key).record(), record.replaceFirst("not-before=\\d+", "not-before=" + notBefore));
	}

	@Override
	protected void writeBrokenCheckpoints(ElectionKey key) throws IOException {
		String record = Files.readString(files(key).record());
		Files.writeString(files(key).record(), record.replaceFirst("checkpoints=.*", "checkpoints=broken"));
	}

	@Override
	protected void loseGuardLock(ElectionKey key) throws IOException {
		Files.delete(files(key).lock());
	}

	@Override
	protected StoreOpening opening() {
		return new StoreOpening(Opener.class, List.of(this.directory.toString()));
	}

	private StoreCandidate candidate(String name) {
		return new StoreCandidate(open(), name, LEASE);
	}

	@Test
	void clockStepBackBlocksOthersAtMostForALease() {
		StoreCandidate leader = candidate("leader");
		StoreCandidate rival = candidate("rival");
		leader.win("e");
		this.time.wallClock().advance(Duration.ofHours(-1));
		assertThat(((Outcome.Leased) rival.acquire("e")).remaining()).isLessThanOrEqualTo(LEASE);
		this.time.advance(LEASE);
		rival.win("e");
		assertThat(leader.renew("e")).isEqualTo(new Outcome.Lost());
	}

	@Test
	void recordOfADeadLeaderIsAcquiredWithItsLock() throws IOException {
		StoreCandidate first = candidate("first");
		first.win("e");
		String live = Files.readString(files(StoreCandidate.key("e")).record());
		first.close();
		Files.writeString(files(StoreCandidate.key("e")).record(), live);
		assertThat(candidate("second").win("e").notBefore()).isZero();
	}

	@Test
	void unreleasedTermOfAClosedStoreIsAwaited() {
		StoreCandidate first = candidate("first");
		first.win("abandoned");
		first.win("released");
		first.release("released");
		this.time.advance(Duration.ofSeconds(4));
		first.close();
		StoreCandidate second = candidate("second");
		assertThat(second.win("abandoned").notBefore()).isBetween(Duration.ofSeconds(6), Duration.ofMillis(6001));
		assertThat(second.win("released").notBefore()).isZero();
	}

	@Test
	void lockFileOfATermIsTouchedAtMostOnceInTenMinutes() throws IOException {
		StoreCandidate leader = new StoreCandidate(open(), "holder", Duration.ofHours(1));
		leader.acquire("e");
		assertThat(lockTouchedAt()).isEqualTo(this.time.wallClock().millis());
		for (int i = 0; i < 3; i++) {
			long former = lockTouchedAt();
			this.time.advance(Duration.ofSeconds(599));
			leader.renew("e");
			assertThat(lockTouchedAt()).isEqualTo(former);
			this.time.advance(Duration.ofSeconds(1));
			leader.renew("e");
			assertThat(lockTouchedAt()).isEqualTo(this.time.wallClock().millis());
		}
	}

	private long lockTouchedAt() throws IOException {
		return Files.getLastModifiedTime(files(StoreCandidate.key("e")).lock()).toMillis();
	}

	@Test
	void aClosedStoreRefusesToWork() {
		StoreCandidate candidate = candidate("candidate");
		candidate.close();
		assertThatIllegalStateException().isThrownBy(() -> candidate.acquire("e"));
	}

	@Test
	void aMissingDirectoryIsNamedAndFoundAgain() throws IOException {
		StoreCandidate candidate = candidate("candidate");
		Path away = this.directory.resolveSibling(this.directory.getFileName() + "-away");
		Files.move(this.directory, away);
		Outcome outcome = candidate.acquire("e");
		assertThat(((Outcome.Unknown) outcome).cause()).hasMessageContaining(this.directory.toString())
			.hasMessageContaining("leader-election.local.directory");
		Files.move(away, this.directory);
		assertThat(candidate.acquire("e")).isInstanceOf(Outcome.Granted.class);
	}

	private ElectionFiles files(ElectionKey key) throws IOException {
		return ElectionFiles.of(this.directory.toRealPath(), key);
	}

	/** Opens the store in another JVM. */
	static final class Opener implements StoreOpener {

		@Override
		public LeaseStore open(List<String> arguments) {
			return new LocalLeaseStoreFactory(Path.of(arguments.get(0))).open();
		}

	}

}
