/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.time.WallClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Names that must be distinguished, and content that must be read unchanged.
 */
abstract class NameContract extends CheckpointContract {

	private static final List<String> NAMES = List
		.of("billing", "Billing", "BILLING", "billing ", "billing  ", " billing", "b\u00edlling", "bi\u0301lling",
				"billing.", ".", "..", "...", "con", "nul.txt", "a:b", "a*b?", "a|b", "<a>", "\"a\"", "'a'", "`a`",
				"{a}", "{a}:b", "[a]", "(a)", "a b", "a  b", "a\u00a0b", "a\u200bb", "ab", "$HOME", "${a}", "#{a}", "~",
				"-rf", "--", "a--b", "a', drop", "null", "NULL", "0", "00", "0.0", "a,b", "a=b", "a&b", "a#b", "a+b",
				"a@b", "a^b", "a!b", "a_b", "a-b", "a.b", "A.B", "ss", "SS", "\u00df", "i", "I", "\u0131", "\u0130",
				"\ud83d\ude00", "\ud83d\ude01", "\u00e9", "e\u0301", "\uff41", "\u212b", "\u00c5", "x".repeat(255),
				"x".repeat(254), "x".repeat(254) + "y", "X".repeat(255), "\u00e9".repeat(255), "\u4e2d".repeat(255),
				"\ud83d\ude00".repeat(127) + "z", "\ud83d\ude00".repeat(127) + "Z")
		.stream()
		.distinct()
		.toList();

	@Test
	void oddElectionNamesStayApart() throws Exception {
		assertStayApart(NAMES.stream().map(this::key).toList());
	}

	@Test
	void oddNamespacesStayApart() throws Exception {
		List<ElectionKey> keys = new ArrayList<>();
		String suffix = namespace().substring(namespace().length() - 12);
		for (String name : NAMES) {
			String namespace = (name.length() > 200) ? name : suffix + name;
			keys.add(new ElectionKey(namespace, "election-" + suffix));
		}
		assertStayApart(keys);
	}

	@Test
	void namespaceAndElectionAreSeparated() throws Exception {
		String unique = namespace();
		assertStayApart(List.of(new ElectionKey(unique + "a", "bc"), new ElectionKey(unique + "ab", "c"),
				new ElectionKey(unique + "a:b", "c"), new ElectionKey(unique + "a", "b:c"),
				new ElectionKey(unique + "a b", "c"), new ElectionKey(unique + "a", "b c"),
				new ElectionKey(unique + "a/b", "c"), new ElectionKey(unique + "a", "b.c"),
				new ElectionKey(unique + "a-b", "c"), new ElectionKey(unique + "a", "b-c"),
				new ElectionKey(unique + "a_b", "c"), new ElectionKey(unique + "a", "b_c"),
				new ElectionKey(unique + "a}b", "c"), new ElectionKey(unique + "a", "b}c")));
	}

	@Test
	void bidsStayApartFromElections() throws Exception {
		assertStayApart("bid", ElectionKey::bid);
	}

	@Test
	void workThatIsDoneOnceStaysApartFromElections() throws Exception {
		assertStayApart("once", ElectionKey::once);
	}

	private void assertStayApart(String suffix, UnaryOperator<ElectionKey> derive) throws Exception {
		ElectionKey longest = key("x".repeat(ElectionKey.MAX_NAME));
		assertStayApart(List.of(key("a"), key("a").bid(), key("a").once(), new ElectionKey(namespace() + "/a", suffix),
				key(suffix), derive.apply(key(suffix)), key("a." + suffix), key("a:" + suffix), longest,
				derive.apply(longest)));
	}

	@Test
	void illegalNamesAreRejected() {
		List<String> illegal = List.of("", " ", "\t", "x".repeat(256), "a/b", "a\\b", "a;b", "a%b", "a\nb", "a\u0000b",
				"a\u0085b", "a\ud83d", "\ude00a");
		for (String name : illegal) {
			assertThatIllegalArgumentException().as(name).isThrownBy(() -> new ElectionKey("n", name));
		}
	}

	@Test
	void candidateInstantAndMetadataComeBackUnchanged() throws Exception {
		Map<String, String> metadata = new HashMap<>();
		metadata.put("zone", "eu-1");
		metadata.put("empty", "");
		metadata.put("blank at end ", " x ");
		metadata.put("url", "http://h:1/?a=b&c=d#e%20;{}[]");
		metadata.put("quotes", "'\"`\\ \\n \\u0041 </script> ${x} $1 {0} %s");
		metadata.put("lines", "a\nb\r\nc\td");
		metadata.put("k=e:y,#!", "=:,#!");
		metadata.put("\u00e9", "e\u0301 \u4e2d \ud83d\ude00 \u202e");
		assertComeBack("host-1 \u00e9\ud83d\ude00'\"=\\,: ", metadata);
	}

	@Test
	void theLargestCandidateAndMetadataComeBackUnchanged() throws Exception {
		assertComeBack("\u4e2d".repeat(Acquire.MAX_CANDIDATE), Map.of("k", "\u4e2d".repeat(Acquire.MAX_METADATA - 1)));
		Map<String, String> many = new HashMap<>();
		for (int i = 0; i < Acquire.MAX_METADATA / 4; i++) {
			many.put("%04d".formatted(i), "");
		}
		assertComeBack("many", many);
	}

	private void assertComeBack(String candidate, Map<String, String> metadata) throws Exception {
		LeaseStore store = candidate();
		Instant at = Instant.ofEpochMilli(WallClock.system().millis());
		ElectionKey key = key("round trip of " + metadata.size());
		Acquire command = new Acquire(key, candidate, Nonce.random(), lease(), LeaseStore.ABSENT, 0, at, metadata);
		Outcome.Granted granted = granted(acquire(store, command));
		Term term = new Term(key, candidate, command.nonce(), granted);
		renew(store, term);
		Outcome.Leased leased = assertLeased(candidate(), term);
		assertThat(leased.metadata()).isEqualTo(metadata);
		assertThat(leased.since()).isEqualTo(at);
		Outcome.Leased refused = leased(attempt(store, key, "other", LeaseStore.ABSENT));
		assertThat(refused.metadata()).isEqualTo(metadata);
		assertThat(refused.candidate()).isEqualTo(candidate);
	}

	private void assertStayApart(List<ElectionKey> keys) throws Exception {
		assertThat(new HashSet<>(keys)).hasSameSizeAs(keys);
		LeaseStore store = candidate();
		List<Term> terms = new ArrayList<>();
		for (int i = 0; i < keys.size(); i++) {
			assertThat(observe(store, keys.get(i))).as("key %d", i)
				.isEqualTo(new Outcome.Free(LeaseStore.ABSENT, false));
			terms.add(win(store, keys.get(i), "candidate-" + i));
		}
		LeaseStore other = candidate();
		terms.forEach((term) -> assertLeased(other, term));
		for (int i = 0; i < terms.size(); i += 2) {
			release(store, terms.get(i));
		}
		for (int i = 1; i < terms.size(); i += 2) {
			assertThat(renew(store, terms.get(i))).isInstanceOf(Outcome.Granted.class);
		}
	}

}
