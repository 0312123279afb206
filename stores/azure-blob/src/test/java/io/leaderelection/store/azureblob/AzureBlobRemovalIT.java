/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;
import java.util.Map;

import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import com.azure.storage.blob.models.BlobStorageException;
import com.azure.storage.blob.options.BlobBreakLeaseOptions;
import com.azure.storage.blob.specialized.BlobLeaseClient;
import io.leaderelection.servers.AzuriteServer;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.RecordText;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.testkit.SteppedTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Changes that somebody makes by hand during a term.
 */
@Tag("server")
@Tag("slow")
class AzureBlobRemovalIT {

	private static final ElectionKey KEY = AzureCandidate.key("e");

	private static final Outcome LOST = new Outcome.Lost();

	private static final String STRANGER = "11111111-2222-3333-4444-555555555555";

	private final SteppedTime time = new SteppedTime(AzuriteServer.SLOWER);

	@AutoClose
	private final AzuriteServer server = AzuriteServer.openWithSteppedClock();

	private final BlobRecords records = BlobRecords.of(this.server);

	private AzureCandidate leader;

	private AzureCandidate rival;

	@BeforeEach
	void open() {
		this.leader = AzureCandidate.open(this.server.connectionString(), "leader", this.time);
		this.rival = AzureCandidate.open(this.server.connectionString(), "rival", this.time);
	}

	@AfterEach
	void close() {
		this.leader.close();
		this.rival.close();
	}

	@Test
	void rule9BrokenLeaseCostsTheRestOfTheLease() {
		this.leader.win("e");
		elapse(5);
		assertThat(this.leader.renew("e")).isInstanceOf(Outcome.Granted.class);
		assertThat(this.rival.acquire("e")).isInstanceOf(Outcome.Leased.class);
		elapse(5);
		this.records.breakLease(KEY);
		Outcome.Granted waiting = this.rival.win("e");
		assertThat(waiting.notBefore()).as("the leader may lead until 15 s after its renewal, which was 5 s ago")
			.isBetween(Duration.ofSeconds(8), Duration.ofSeconds(11));
		assertThat(this.leader.renew("e")).isEqualTo(LOST);
		elapse(4);
		assertThat(this.rival.renew("e")).isInstanceOfSatisfying(Outcome.Granted.class,
				(granted) -> assertThat(granted.notBefore()).isPositive());
		elapse(8);
		assertThat(this.rival.renew("e")).isInstanceOfSatisfying(Outcome.Granted.class,
				(granted) -> assertThat(granted.notBefore()).isZero());
	}

	@Test
	@DisplayName("A lease that is breaking is lost at once and keeps others out until it is broken")
	void breakingLeaseIsLostAndKeepsOthersOut() {
		this.leader.win("e");
		this.records.lease(KEY, null)
			.breakLeaseWithResponse(new BlobBreakLeaseOptions().setBreakPeriod(Duration.ofSeconds(10)), null,
					Context.NONE);
		assertThat(this.leader.renew("e")).isEqualTo(LOST);
		assertThat(this.rival.acquire("e")).isInstanceOf(Outcome.Leased.class);
		elapse(11);
		assertThat(this.rival.win("e").notBefore()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(6));
	}

	@Test
	void stolenLeaseEndsTheTermAndKeepsOthersOut() {
		this.leader.win("e");
		this.records.breakLease(KEY);
		BlobLeaseClient stranger = this.records.lease(KEY, STRANGER);
		stranger.acquireLease(60);
		assertThat(this.leader.renew("e")).isEqualTo(LOST);
		assertThat(this.rival.acquire("e")).isInstanceOf(Outcome.Leased.class);
		elapse(20);
		assertThat(this.rival.acquire("e")).as("only a lease is left")
			.isInstanceOfSatisfying(Outcome.Leased.class, (leased) -> assertThat(leased.remaining()).isZero());
		stranger.releaseLease();
		assertThat(this.rival.win("e").notBefore()).isZero();
	}

	@Test
	@DisplayName("An expired lease that an emulator renews for another client is lost")
	void leaseRenewedForAStrangerIsLost() {
		this.leader.win("e");
		elapse(17);
		assertThat(this.leader.renew("e")).isEqualTo(LOST);
		assertThat(this.records.lease(KEY, STRANGER)).satisfies((lease) -> {
			try {
				lease.renewLease();
			}
			catch (BlobStorageException ex) {
				assertThat(ex.getStatusCode()).as("as the real service answers").isEqualTo(409);
			}
		});
		assertThat(this.leader.renew("e")).isEqualTo(LOST);
	}

	@Test
	void deletedContainerEndsTheTermAndIsRecreated() {
		long token = this.leader.win("e").token();
		this.records.client().deleteBlobContainer(AzureBlobLeaseStoreFactory.DEFAULT_CONTAINER);
		assertThat(this.leader.renew("e")).isEqualTo(LOST);
		assertThat(this.leader.observe("e")).isEqualTo(new Outcome.Free(LeaseStore.ABSENT, false));
		elapse(1);
		assertThat(this.rival.win("e").token()).isGreaterThan(token);
		assertThat(this.rival.renew("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void onlyTheFirstGrantCreatesTheContainer() {
		assertThat(this.leader.observe("e")).isEqualTo(new Outcome.Free(LeaseStore.ABSENT, false));
		assertThat(this.records.client().listBlobContainers()).isEmpty();
		this.leader.win("e");
		assertThat(this.records.client().listBlobContainers()).hasSize(1);
	}

	@Test
	void emptyBlobIsNotARecord() {
		this.leader.win("other");
		this.records.blob(KEY).upload(BinaryData.fromBytes(new byte[0]));
		assertThat(this.leader.observe("e")).isEqualTo(new Outcome.Free(LeaseStore.ABSENT, false));
		assertThat(this.leader.win("e").notBefore()).isZero();
	}

	@Test
	void foreignLeaseOnAnEmptyBlobIsRespected() {
		this.leader.win("other");
		this.records.blob(KEY).upload(BinaryData.fromBytes(new byte[0]));
		this.records.lease(KEY, STRANGER).acquireLease(15);
		assertThat(this.leader.acquire("e")).isInstanceOfSatisfying(Outcome.Leased.class, (leased) -> {
			assertThat(leased.token()).isEqualTo(LeaseStore.ABSENT);
			assertThat(leased.remaining()).isZero();
		});
		elapse(16);
		assertThat(this.leader.win("e").notBefore()).isZero();
	}

	@Test
	void addedMetadataDoesNotEndTheTerm() {
		this.leader.win("e");
		this.records.setMetadata(KEY, "note", "mine");
		assertThat(this.leader.renew("e")).isInstanceOf(Outcome.Granted.class);
		assertThat(this.rival.acquire("e")).isInstanceOfSatisfying(Outcome.Leased.class,
				(leased) -> assertThat(leased.metadata()).isEqualTo(Map.of("zone", "eu-1")));
	}

	@Test
	void rule15TooLongLeaseOrContentIsGarbage() {
		this.leader.win("e");
		this.records.breakLease(KEY);
		String text = this.records.text(KEY);
		for (String content : new String[] { "", text.replaceFirst("lease=.*", "lease=60001"),
				text.replace("end\n", "later=1\nend\n"), "x".repeat(RecordText.MAX_BYTES + 1) }) {
			this.records.write(KEY, content);
			assertGarbage(this.rival.observe("e"));
			assertGarbage(this.rival.acquire("e"));
		}
	}

	@Test
	void refusedAttemptLeavesNoLease() {
		this.leader.win("e");
		this.leader.release("e");
		this.records.setField(KEY, "token", Long.toString(StoredTerm.MAX_TOKEN));
		assertGarbage(this.rival.acquire("e", StoredTerm.MAX_TOKEN));
		assertThat(this.records.leaseState(KEY)).hasToString("available");
	}

	@Test
	void metadataShowsTheRecordAndDecidesNothing() {
		try (AzureCandidate odd = AzureCandidate.open(this.server.connectionString(), "h\u00f6st 1", this.time)) {
			long token = odd.win("e").token();
			assertThat(this.records.metadata(KEY)).containsExactlyInAnyOrderEntriesOf(Map.of("format", "1", "token",
					Long.toString(token), "candidate", "h%C3%B6st+1", "released", "false"));
			this.records.setMetadata(KEY, "token", "7");
			assertThat(this.rival.acquire("e")).isInstanceOfSatisfying(Outcome.Leased.class, (leased) -> {
				assertThat(leased.token()).isEqualTo(token);
				assertThat(leased.candidate()).isEqualTo("h\u00f6st 1");
			});
			assertThat(odd.renew("e")).isInstanceOf(Outcome.Granted.class);
			odd.release("e");
			assertThat(this.records.metadata(KEY)).containsEntry("token", Long.toString(token))
				.containsEntry("released", "true");
		}
	}

	@Test
	void notBeforeDoesNotGrowOverManyRenewals() {
		this.leader.win("e");
		this.records.breakLease(KEY);
		Duration first = this.rival.win("e").notBefore();
		assertThat(first).isGreaterThan(Duration.ofSeconds(14));
		Duration last = first;
		for (int i = 0; i < 10; i++) {
			elapse(1);
			Outcome.OfRenew renewed = this.rival.renew("e");
			assertThat(renewed).isInstanceOf(Outcome.Granted.class);
			last = ((Outcome.Granted) renewed).notBefore();
		}
		// Calls take time, too
		assertThat(last).isPositive().isLessThan(first.minusSeconds(5));
	}

	private void elapse(int seconds) {
		this.time.step(Duration.ofSeconds(seconds));
		this.server.elapse(Duration.ofSeconds(seconds));
	}

	private static void assertGarbage(Outcome outcome) {
		assertThat(outcome).isInstanceOfSatisfying(Outcome.Unknown.class,
				(unknown) -> assertThat(unknown.cause()).isInstanceOf(GarbageRecordException.class));
	}

}
