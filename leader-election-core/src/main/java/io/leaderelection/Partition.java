/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.zip.CRC32;

import org.jspecify.annotations.Nullable;

/**
 * A partition of an election, which is itself an election: partition 3 of the election
 * {@code orders} is the election {@code orders:3}.
 *
 * @param election the name of the partitioned election
 * @param number the number of the partition, from 0
 */
public record Partition(String election, int number) {

	/** The maximum number of partitions of an election. */
	public static final int MAX_PARTITIONS = 1024;

	private static final int MAX_DIGITS = 4;

	/**
	 * Returns the name of this partition's election.
	 * @return the name, such as {@code orders:3}
	 */
	public String name() {
		return this.election + ":" + this.number;
	}

	/**
	 * Parses the name of an election.
	 * @param name the name of an election
	 * @return the partition, or {@code null} if the name is not that of a partition
	 */
	public static @Nullable Partition parse(String name) {
		int colon = colon(name);
		return (colon > 0 && name.length() - colon - 1 <= MAX_DIGITS)
				? new Partition(name.substring(0, colon), Integer.parseInt(name.substring(colon + 1))) : null;
	}

	/**
	 * Returns the name under which an election is configured.
	 * @param name the name of an election
	 * @return the name of the partitioned election for a partition, otherwise the same
	 * name
	 */
	public static String electionOf(String name) {
		Partition partition = parse(name);
		return (partition != null) ? partition.election() : name;
	}

	/**
	 * Checks that a name does not look like that of a partition.
	 * @param name the name of an election
	 * @return the name
	 * @throws IllegalArgumentException if it ends in a colon and digits
	 */
	public static String checkWhole(String name) {
		int colon = colon(name);
		if (colon > 0) {
			String election = name.substring(0, colon);
			throw new IllegalArgumentException("Election name '" + name + "' ends in a colon and digits, as only the "
					+ "partitions of an election do: they are joined by themselves, and their settings are those of '"
					+ election + "'. Set leader-election.elections[" + election
					+ "].partitions to divide that election, or use a name without a colon before digits at its end");
		}
		return name;
	}

	/** Returns the index of the colon before digits at the end, or -1. */
	private static int colon(String name) {
		int colon = name.lastIndexOf(':');
		boolean digits = colon > 0 && colon < name.length() - 1
				&& name.chars().skip(colon + 1).allMatch((c) -> c >= '0' && c <= '9');
		return digits ? colon : -1;
	}

	/**
	 * Returns the partition of a key: the CRC-32 of the key's text in UTF-8, modulo the
	 * number of partitions. The same on every instance.
	 * @param election the name of the partitioned election
	 * @param partitions how many it has
	 * @param key the key: text, an integral number, a {@link UUID} or an enum constant,
	 * which counts by its name
	 * @return the partition
	 * @throws IllegalArgumentException if the key is {@code null} or of another type; the
	 * message quotes no key
	 */
	public static Partition of(String election, int partitions, @Nullable Object key) {
		if (key == null) {
			throw new IllegalArgumentException(
					"The key of a partition of election '" + election + "' is null. Use a key that is never null");
		}
		if (!isKey(key.getClass())) {
			throw new IllegalArgumentException("The key of a partition of election '" + election + "' is a "
					+ key.getClass().getName() + ", whose text may differ from instance to instance. Use "
					+ "text, an integral number, a UUID or an enum constant");
		}
		String text = (key instanceof Enum<?> constant) ? constant.name() : key.toString();
		CRC32 sum = new CRC32();
		sum.update(text.getBytes(StandardCharsets.UTF_8));
		return new Partition(election, (int) (sum.getValue() % partitions));
	}

	/**
	 * Returns whether objects of a type have a text that is the same on every instance.
	 * @param type a class, not a primitive type
	 * @return whether they can be keys
	 */
	public static boolean isKey(Class<?> type) {
		return CharSequence.class.isAssignableFrom(type) || Enum.class.isAssignableFrom(type) || type == UUID.class
				|| type == Integer.class || type == Long.class || type == Short.class || type == Byte.class
				|| type == BigInteger.class;
	}

}
