using System.Diagnostics.CodeAnalysis;
using Microsoft.EntityFrameworkCore;

namespace AesModes.Samples.EncryptedColumn;

internal sealed class Customer
{
    private string _email = "";

    public int Id { get; init; }

    /// <summary>Encrypted at random.</summary>
    public required string Email
    {
        get => _email;
        set
        {
            _email = value;
            EmailSearch = SearchForm(value);
        }
    }

    /// <summary>Encrypted at random.</summary>
    public required string Note { get; set; }

    /// <summary>The address once more, encrypted so that equal ones are equal.</summary>
    public string EmailSearch { get; private set; } = "";

    // The database compares bytes, so spellings that are to be found together must be one text before encryption.
    public static string SearchForm(string email) => email.Trim().ToUpperInvariant();
}

/// <param name="options">Where the database is.</param>
/// <param name="cells">Under the key of the cells.</param>
/// <param name="search">Under the key of the search column, another one.</param>
internal sealed class CustomerDatabase(DbContextOptions<CustomerDatabase> options, AesGcmSiv cells, AesGcmSiv search) : DbContext(options)
{
    public DbSet<Customer> Customers => Set<Customer>();

    // EF Core calls this once for a type of context and keeps the converters, with the first context's keys in them. So there is one pair of keys for the process,
    // made before the first context and disposed after the last.
    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Customer>(customer =>
    {
        customer.Property(c => c.Email).HasConversion(new EncryptedText(cells, nameof(Customers), nameof(Customer.Email)));
        customer.Property(c => c.Note).HasConversion(new EncryptedText(cells, nameof(Customers), nameof(Customer.Note)));
        customer.Property(c => c.EmailSearch).HasConversion(new SearchableText(search, nameof(Customers), nameof(Customer.EmailSearch)));
        customer.HasIndex(c => c.EmailSearch);
    });
}

/// <summary>The same table without the converters: what somebody sees and changes who has the database but no key.</summary>
internal sealed class StoredDatabase(DbContextOptions<StoredDatabase> options) : DbContext(options)
{
    public DbSet<StoredCustomer> Customers => Set<StoredCustomer>();
}

[SuppressMessage("Performance", "CA1812", Justification = "EF Core makes the instances.")]
internal sealed class StoredCustomer
{
    public int Id { get; init; }

    public required byte[] Email { get; set; }

    public required byte[] Note { get; set; }

    public required byte[] EmailSearch { get; set; }
}
