/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Elections that are divided into partitions: the number of partitions on record, which
 * all instances have to agree on. Accompanies the candidates of an engine; the engine
 * does not know this package.
 */
@NullMarked
package io.leaderelection.partition;

import org.jspecify.annotations.NullMarked;
