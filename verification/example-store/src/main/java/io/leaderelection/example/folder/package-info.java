/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * An example of a store: files in a folder, for the processes of one machine.
 */
@NullMarked
package io.leaderelection.example.folder;

import org.jspecify.annotations.NullMarked;
