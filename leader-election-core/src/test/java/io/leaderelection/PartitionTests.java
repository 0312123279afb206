/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class PartitionTests {

	@Test
	void nameIsReadBack() {
		Partition partition = new Partition("orders", 31);
		assertThat(partition.name()).isEqualTo("orders:31");
		assertThat(Partition.parse("orders:31")).isEqualTo(partition);
		assertThat(Partition.parse("eu:orders:0")).isEqualTo(new Partition("eu:orders", 0));
		assertThat(Partition.parse("orders:99999999999999999999")).as("beyond any partition").isNull();
		assertThat(Partition.electionOf("orders:31")).isEqualTo("orders");
		assertThat(Partition.electionOf("orders")).isEqualTo("orders");
	}

	@ParameterizedTest
	@ValueSource(strings = { "orders", "orders:", ":3", "3", "orders:x3", "orders:3x", "orders: 3", "orders:-3",
			"orders:\u0663" })
	void otherNamesAreNotParsedAsPartitions(String name) {
		assertThat(Partition.parse(name)).isNull();
		assertThat(Partition.checkWhole(name)).isEqualTo(name);
	}

	@ParameterizedTest
	@ValueSource(strings = { "orders:3", "orders:007", "orders:99999999999999999999", "a:b:0" })
	void namesOfPartitionsAreRefusedElsewhere(String name) {
		assertThatIllegalArgumentException().isThrownBy(() -> Partition.checkWhole(name))
			.withMessageContainingAll("'" + name + "'", "].partitions");
	}

	/** Other languages and versions must compute the same. */
	@Test
	void partitionIsTheChecksumOfTheTextModuloTheNumber() {
		// CRC-32 of "123456789" is 0xcbf43926, the check value of the algorithm
		long check = 0xcbf43926L;
		assertThat(number("123456789", 1024)).isEqualTo((int) (check % 1024));
		assertThat(number(123456789, 31)).isEqualTo((int) (check % 31));
		assertThat(number(123456789L, 31)).isEqualTo((int) (check % 31));
		assertThat(number(BigInteger.valueOf(123456789), 31)).isEqualTo((int) (check % 31));
		assertThat(number(new StringBuilder("123456789"), 31)).isEqualTo((int) (check % 31));
		assertThat(number((short) 42, 97)).isEqualTo(number("42", 97));
		assertThat(number((byte) 42, 97)).isEqualTo(number("42", 97));
		UUID uuid = UUID.fromString("00000000-0000-0000-0000-00000000002a");
		assertThat(number(uuid, 97)).isEqualTo(number(uuid.toString(), 97));
		assertThat(number("\u00e4", 1024)).isNotEqualTo(number("a", 1024));
		assertThat(number(Zone.EU, 97)).as("an enum counts by its name").isEqualTo(number("EU", 97));
		assertThat(number(TimeUnit.DAYS, 97)).isEqualTo(number("DAYS", 97));
	}

	@Test
	void keysSpreadOverAllPartitions() {
		int[] keys = new int[32];
		for (int i = 0; i < 32_000; i++) {
			keys[number("customer-" + i, 32)]++;
		}
		assertThat(Arrays.stream(keys)).allMatch((count) -> count > 800 && count < 1200);
	}

	@Test
	void keyWithoutStableTextIsRefusedByItsType() {
		for (Object key : new Object[] { new Object(), 1.5, 1.5f, true, 'c', Duration.ZERO, new byte[0] }) {
			assertThatIllegalArgumentException().isThrownBy(() -> Partition.of("orders", 32, key))
				.withMessageContainingAll("'orders'", key.getClass().getName(), "UUID");
		}
		assertThatIllegalArgumentException().isThrownBy(() -> Partition.of("orders", 32, null))
			.withMessageContainingAll("'orders'", "null");
	}

	private static int number(Object key, int partitions) {
		Partition partition = Partition.of("orders", partitions, key);
		assertThat(partition.election()).isEqualTo("orders");
		assertThat(partition.number()).isBetween(0, partitions - 1);
		return partition.number();
	}

	private enum Zone {

		EU {

			@Override
			public String toString() {
				return "Europe";
			}

		}

	}

}
