using System.Globalization;
using System.Text;

namespace AesModes.MachineCode;

/// <summary>The list that a person has read: reviewed.txt, which says at its head what stands where.</summary>
internal sealed class Reviewed
{
    public const string Unread = "TO REVIEW";

    private const string Separator = " | ";

    private const string CompleteFor = "# Complete for ";

    /// <summary>These are covered by the reason of the class; a value that comes from elsewhere needs one of its own.</summary>
    private static readonly HashSet<string> _ordinary = ["constant", "arg", "frame", "ref", "static"];

    private readonly string _file;
    private readonly Reviewed? _reasons;
    private readonly List<string> _head = [];
    private readonly SortedDictionary<string, Group> _groups = new(StringComparer.Ordinal);
    private readonly List<(string Pattern, string Why)> _allowedCalls = [];
    private readonly HashSet<string> _usedPatterns = [];
    private readonly Dictionary<string, Entry> _seen = [];
    private readonly HashSet<string> _compiled = [];
    private readonly HashSet<string> _everCompiled = [];
    private readonly Dictionary<string, string> _missing = [];

    /// <param name="file">The list.</param>
    /// <param name="reasons">Another architecture's: what is new here takes its reason from there, as it is the same text.</param>
    public Reviewed(string file, Reviewed? reasons = null)
    {
        _file = file;
        _reasons = reasons;
        Group? group = null;
        bool calls = false;
        foreach (string line in File.ReadLines(file))
        {
            if (line.Length == 0 || (line[0] == '#' && (group is not null || calls)))
            {
                continue;
            }

            if (line[0] == '#')
            {
                _head.Add(line);
            }
            else if (line[0] == '[')
            {
                int end = line.LastIndexOf("] ", StringComparison.Ordinal);
                string name = line[1..end];
                calls = name == "calls";
                group = new Group(line[(end + 2)..].Trim());
                if (!calls)
                {
                    _groups.Add(name, group);
                }
                else
                {
                    CallsReason = group.Why;
                }
            }
            else if (calls)
            {
                string[] parts = line.Split(Separator);
                _allowedCalls.Add((parts[0].Trim(), parts[1]));
            }
            else
            {
                string[] parts = line.Split(Separator);
                group!.Entries.Add(parts[0].Trim(), Entry.Parse(parts.AsSpan(1)));
            }
        }
    }

    /// <summary>
    /// Whether all that is on the list occurs on this machine. Others lack instructions: there the list may have more than they show, and an
    /// update takes nothing away.
    /// </summary>
    public bool IsComplete => _head.Contains($"{CompleteFor}{(_reasons is null ? Record.Instructions : "ARM64")}.");

    private string CallsReason { get; } = "";

    /// <summary>Whether a call ends here: its target is not looked into.</summary>
    public bool IsAllowedCall(string target)
    {
        string name = Method.ToKey(target);
        string? pattern = _allowedCalls.Select(c => c.Pattern).FirstOrDefault(p => Matches(p, name));
        if (pattern is not null)
        {
            _usedPatterns.Add(pattern);
        }

        return pattern is not null;
    }

    /// <summary>Whether nothing in the class has to do with a secret's value, so that it is not looked into.</summary>
    public bool IsWithoutSecrets(string key)
    {
        if (_reasons?.IsWithoutSecrets(key) == true)
        {
            return true;
        }

        (string group, string name) = Split(key);
        if (!_groups.TryGetValue(group, out Group? found))
        {
            return false;
        }

        bool all = found.Entries.TryGetValue("*", out var any);
        bool one = found.Entries.TryGetValue(name, out var entry) && entry!.IsAny;
        if (all || one)
        {
            (one ? entry : any)!.IsUsed = true;
        }

        return all || one;
    }

    /// <summary>What in this method is not on the list. What is seen is kept, for what is on the list and not seen any more.</summary>
    public IEnumerable<string> Compare(Facts facts, IReadOnlyCollection<string> callers, bool record = true)
    {
        string key = facts.Method.Key;
        (string group, string name) = Split(key);
        var entry = _groups.TryGetValue(group, out Group? found) && found.Entries.TryGetValue(name, out var listed) ? listed : null;
        if (record)
        {
            if (!_seen.TryGetValue(key, out Entry? seen))
            {
                _seen[key] = seen = new Entry();
            }

            seen.Take(facts, callers);
        }

        if (entry is null)
        {
            yield return $"{key} is not on the list ({facts.Method.ShortName}): {facts.Jumps.Sum(j => j.Value.Count)} conditional jumps, {facts.Addresses.Sum(a => a.Value.Count)} varying addresses";
        }

        foreach ((string what, var actual, var allowed) in new[] { ("jumps", facts.Jumps, entry?.Jumps), ("index", facts.Addresses, entry?.Addresses), ("divide", facts.Divisions, entry?.Divisions) })
        {
            foreach ((string origins, var instructions) in actual)
            {
                int most = allowed?.GetValueOrDefault(origins) ?? 0;
                if (instructions.Count > most && (entry is not null || IsExtraordinary(origins)))
                {
                    yield return $"{key}: {what} {origins}: {instructions.Count}, where the list has {most} ({facts.Method.ShortName}):";
                    foreach (string text in instructions)
                    {
                        yield return $"    {text}";
                    }
                }
            }
        }

        foreach (string caller in callers.Where(c => entry is { Callers.Count: > 0 } && !entry.Callers.Contains(c)))
        {
            yield return $"{key} is called by {caller}, which its entry does not name";
        }

        foreach (string target in facts.Calls.Keys.Where(t => !_compiled.Contains(Method.ToKey(t)) && !IsAllowedCall(t)))
        {
            string called = Method.ToKey(target);
            if (target.StartsWith("AesModes.", StringComparison.Ordinal))
            {
                // Another run may compile it.
                _missing.TryAdd(called, key);
            }
            else
            {
                yield return $"{key} calls {called}, which is neither allowed nor compiled here ({facts.Method.ShortName})";
            }
        }
    }

    /// <summary>What a run compiled is looked into itself.</summary>
    public void Enter(IEnumerable<Method> compiled)
    {
        _compiled.Clear();
        foreach (var method in compiled)
        {
            _compiled.Add(method.Key);
            _everCompiled.Add(method.Key);
        }
    }

    /// <summary>Our methods that are called in the text, but that the driver did not call in any run.</summary>
    public IEnumerable<string> NeverCompiled() => _missing.Where(m => !_everCompiled.Contains(m.Key))
        .Select(m => $"{m.Key}, which {m.Value} calls, was not compiled in any run: the driver has to call it, or the list to allow it");

    /// <summary>What only a person can put right: entries without a reason, or marked as not yet read.</summary>
    public IEnumerable<string> Unfinished()
    {
        foreach ((string name, var group) in _groups)
        {
            if (group.Why.Length == 0 || group.Why.Contains(Unread, StringComparison.Ordinal))
            {
                yield return $"[{name}] has no reason";
            }

            foreach ((string method, var entry) in group.Entries)
            {
                if (entry.Why.Contains(Unread, StringComparison.Ordinal) || (entry.Why.Length == 0 && entry.All.Any(IsExtraordinary)))
                {
                    yield return $"{name}:{method} has no reason of its own";
                }
            }
        }
    }

    /// <summary>What is on the list and occurs in no run.</summary>
    public IEnumerable<string> Gone()
    {
        foreach ((string name, var group) in _groups)
        {
            foreach ((string method, var entry) in group.Entries)
            {
                string key = method == "*" ? name : $"{name}:{method}";
                if (entry.IsAny)
                {
                    if (!entry.IsUsed)
                    {
                        yield return $"{key} is on the list and was not compiled in any run";
                    }

                    continue;
                }

                if (!_seen.TryGetValue(key, out Entry? seen))
                {
                    yield return $"{key} is on the list and was not compiled in any run";
                    continue;
                }

                foreach (string gone in Less("jumps", entry.Jumps, seen.Jumps)
                    .Concat(Less("index", entry.Addresses, seen.Addresses)).Concat(Less("divide", entry.Divisions, seen.Divisions)))
                {
                    yield return $"{key}: {gone}";
                }

                foreach (string caller in entry.Callers.Except(seen.Callers))
                {
                    yield return $"{key}: {caller} does not call it any more";
                }
            }
        }

        foreach ((string pattern, _) in _allowedCalls.Where(c => !_usedPatterns.Contains(c.Pattern)))
        {
            yield return $"[calls] {pattern}: nothing calls it";
        }

        static IEnumerable<string> Less(string what, SortedDictionary<string, int> listed, SortedDictionary<string, int> seen) =>
            listed.Where(l => seen.GetValueOrDefault(l.Key) < l.Value)
                .Select(l => $"{what} {l.Key}: at most {seen.GetValueOrDefault(l.Key)}, where the list has {l.Value}");
    }

    /// <summary>Writes the list as it would hold now; what a person has not read yet is marked.</summary>
    public void Update()
    {
        SortedDictionary<string, Group> groups = new(StringComparer.Ordinal);
        foreach ((string name, var group) in _groups)
        {
            foreach ((string method, var entry) in group.Entries.Where(e => (e.Value.IsAny && e.Value.IsUsed) || !IsComplete))
            {
                Place(groups, name).Entries[method] = entry;
            }
        }

        foreach ((string key, var seen) in _seen)
        {
            (string name, string method) = Split(key);
            var old = _groups.TryGetValue(name, out Group? group) ? group.Entries.GetValueOrDefault(method) : null;
            bool isNew = old is null ? seen.All.Any() : seen.Exceeds(old);
            seen.Why = (old?.Why ?? _reasons?.FindReason(name, method) ?? "") + (isNew && old?.Why.Contains(Unread, StringComparison.Ordinal) != true ? $" {Unread}" : "");
            seen.Why = seen.Why.Trim();
            if (old is not null && !IsComplete)
            {
                seen.Keep(old);
            }

            if (old is not { Callers.Count: > 0 })
            {
                seen.Callers.Clear();
            }

            Place(groups, name).Entries[method] = seen;
        }

        StringBuilder text = new();
        foreach (string line in _head)
        {
            text.Append(line).Append('\n');
        }

        foreach ((string name, var group) in groups)
        {
            text.Append(CultureInfo.InvariantCulture, $"\n[{name}] {group.Why}\n");
            foreach ((string method, var entry) in group.Entries)
            {
                text.Append(CultureInfo.InvariantCulture, $"{method}{entry}\n");
            }
        }

        text.Append(CultureInfo.InvariantCulture, $"\n[calls] {CallsReason}\n");
        foreach ((string pattern, string why) in _allowedCalls.Where(c => _usedPatterns.Contains(c.Pattern) || !IsComplete))
        {
            text.Append(CultureInfo.InvariantCulture, $"{pattern}{Separator}{why}\n");
        }

        File.WriteAllText(_file, text.ToString());

        Group Place(SortedDictionary<string, Group> all, string name)
        {
            if (!all.TryGetValue(name, out Group? group))
            {
                all[name] = group = new Group((_groups.GetValueOrDefault(name) ?? _reasons?._groups.GetValueOrDefault(name))?.Why ?? Unread);
            }

            return group;
        }
    }

    private string? FindReason(string group, string method) => _groups.TryGetValue(group, out var found) ? found.Entries.GetValueOrDefault(method)?.Why : null;

    /// <summary>In a listing that does not tell references from data, 64 bits are mostly a reference.</summary>
    private bool IsExtraordinary(string origins) => !origins.Split('&').All(o => _ordinary.Contains(o) || (o == "qword" && _reasons is not null));

    private static bool Matches(string pattern, string name) =>
        pattern.EndsWith('*') ? name.StartsWith(pattern[..^1], StringComparison.Ordinal) : name == pattern;

    /// <summary>Into the class and the method, which begins behind the first colon.</summary>
    private static (string Group, string Name) Split(string key)
    {
        int colon = key.IndexOf(':', StringComparison.Ordinal);
        return (key[..colon], key[(colon + 1)..]);
    }

    private sealed class Group(string why)
    {
        public string Why { get; } = why;

        public SortedDictionary<string, Entry> Entries { get; } = new(StringComparer.Ordinal);
    }

    private sealed class Entry
    {
        public SortedDictionary<string, int> Jumps { get; } = new(StringComparer.Ordinal);

        public SortedDictionary<string, int> Addresses { get; } = new(StringComparer.Ordinal);

        public SortedDictionary<string, int> Divisions { get; } = new(StringComparer.Ordinal);

        public SortedSet<string> Callers { get; } = new(StringComparer.Ordinal);

        public bool IsAny { get; private set; }

        public bool IsUsed { get; set; }

        public string Why { get; set; } = "";

        public IEnumerable<string> All => Jumps.Keys.Concat(Addresses.Keys).Concat(Divisions.Keys);

        public static Entry Parse(ReadOnlySpan<string> parts)
        {
            Entry entry = new();
            foreach (string part in parts)
            {
                string[] words = part.Split(' ', 2);
                switch (words[0])
                {
                    case "any":
                        entry.IsAny = true;
                        break;
                    case "jumps":
                        Fill(entry.Jumps, words[1]);
                        break;
                    case "index":
                        Fill(entry.Addresses, words[1]);
                        break;
                    case "divide":
                        Fill(entry.Divisions, words[1]);
                        break;
                    case "from":
                        entry.Callers.UnionWith(words[1].Split(", "));
                        break;
                    default:
                        entry.Why = part;
                        break;
                }
            }

            return entry;

            static void Fill(SortedDictionary<string, int> counts, string text)
            {
                foreach (string[] pair in text.Split(", ").Select(p => p.Split(' ')))
                {
                    counts.Add(pair[0], int.Parse(pair[1], CultureInfo.InvariantCulture));
                }
            }
        }

        /// <summary>The most of each, over all runs and type arguments.</summary>
        public void Take(Facts facts, IEnumerable<string> callers)
        {
            foreach ((var mine, var theirs) in new[] { (Jumps, facts.Jumps), (Addresses, facts.Addresses), (Divisions, facts.Divisions) })
            {
                foreach ((string origins, var instructions) in theirs)
                {
                    mine[origins] = Math.Max(mine.GetValueOrDefault(origins), instructions.Count);
                }
            }

            Callers.UnionWith(callers);
        }

        /// <summary>What another machine had more.</summary>
        public void Keep(Entry old)
        {
            foreach ((var mine, var theirs) in new[] { (Jumps, old.Jumps), (Addresses, old.Addresses), (Divisions, old.Divisions) })
            {
                foreach ((string origins, int count) in theirs)
                {
                    mine[origins] = Math.Max(mine.GetValueOrDefault(origins), count);
                }
            }

            Callers.UnionWith(old.Callers);
        }

        public bool Exceeds(Entry old) =>
            Jumps.Any(j => j.Value > old.Jumps.GetValueOrDefault(j.Key))
            || Addresses.Any(a => a.Value > old.Addresses.GetValueOrDefault(a.Key))
            || Divisions.Any(d => d.Value > old.Divisions.GetValueOrDefault(d.Key))
            || (old.Callers.Count > 0 && !Callers.IsSubsetOf(old.Callers));

        public override string ToString()
        {
            StringBuilder text = new();
            text.Append(IsAny ? $"{Separator}any" : "");
            Write("jumps", Jumps);
            Write("index", Addresses);
            Write("divide", Divisions);
            text.Append(Callers.Count > 0 ? $"{Separator}from {string.Join(", ", Callers)}" : "");
            text.Append(Why.Length > 0 ? $"{Separator}{Why}" : "");
            return text.ToString();

            void Write(string what, SortedDictionary<string, int> counts) =>
                text.Append(counts.Count == 0 ? "" : $"{Separator}{what} {string.Join(", ", counts.Select(c => $"{c.Key} {c.Value}"))}");
        }
    }
}
